const CENTS = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const FRACTIONS = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumSignificantDigits: 4,
});

/** Shown with the ticker's sample prices. */
export const SAMPLE_PRICES_NOTICE = "Sample prices. Real prices aren't available.";

export function formatPrice(price: number): string {
  return (price < 1 ? FRACTIONS : CENTS).format(price);
}

/** Formats a change with its sign: "+2.45%". */
export function formatChange(percent: number): string {
  const roundedPercent = Math.round(percent * 100) / 100;
  return `${roundedPercent > 0 ? "+" : roundedPercent < 0 ? "−" : ""}${Math.abs(roundedPercent).toFixed(2)}%`;
}
