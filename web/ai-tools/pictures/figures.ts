/** US dollars with as many decimals as the price needs: $67,120, $0.0831. */
export function dollars(price: number): string {
  const places = price >= 1000 ? 0 : price >= 1 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(price || 1)));
  return `$${price.toLocaleString("en", { minimumFractionDigits: Math.min(places, 2), maximumFractionDigits: places })}`;
}

/** A fraction as a percentage: 0.1234 becomes "12.3%". */
export function percent(part: number): string {
  return `${(part * 100).toFixed(1)}%`;
}

/** Axis labels for fractions, with a decimal only if one of them needs it. */
export function percents(parts: readonly number[]): string[] {
  const places = parts.every((part) => Number.isInteger(Number((part * 100).toFixed(6)))) ? 0 : 1;
  return parts.map((part) => `${(part * 100).toFixed(places)}%`);
}

/** With an explicit sign and a real minus: +0.42, −0.10. */
export function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

/** "Nov 3" */
export function shortDay(date: Date): string {
  return date.toLocaleDateString("en", { month: "short", day: "numeric", timeZone: "UTC" });
}
