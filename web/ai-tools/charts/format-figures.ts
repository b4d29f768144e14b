/** Formats US dollars with as many decimals as the price needs: $67,120, $0.0831. */
export function formatDollars(price: number): string {
  const decimals = price >= 1000 ? 0 : price >= 1 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(price || 1)));
  return `$${price.toLocaleString("en", { minimumFractionDigits: Math.min(decimals, 2), maximumFractionDigits: decimals })}`;
}

/** Formats a fraction as a percentage with a real minus sign: "12.3%", "−5.0%". A value that rounds to zero has no sign. */
export function formatPercent(fraction: number, decimals = 1): string {
  const roundedPercent = Number((fraction * 100).toFixed(decimals));
  return `${roundedPercent.toFixed(decimals).replace("-", "−")}%`;
}

/** Axis labels for fractions, with a decimal place only if one of them needs it. */
export function formatPercents(fractions: readonly number[]): string[] {
  const decimals = fractions.every((fraction) => Number.isInteger(Number((fraction * 100).toFixed(6))))
    ? 0
    : 1;
  return fractions.map((fraction) => formatPercent(fraction, decimals));
}

/** Formats a number with a plus sign or a real minus sign: "+0.42", "−0.10". */
export function formatSigned(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

export function formatShortDay(date: Date): string {
  return date.toLocaleDateString("en", { month: "short", day: "numeric", timeZone: "UTC" });
}
