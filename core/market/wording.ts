/** Number formats of the ticker. */
const CENTS = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const FRACTIONS = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumSignificantDigits: 4,
});

export const SAMPLE_PRICES = "Sample prices. No price source is configured.";

/** Formats dollars and cents, or four significant digits below one dollar. */
export function formatPrice(price: number): string {
  return (price < 1 ? FRACTIONS : CENTS).format(price);
}

/** Formats a change, for example "+2.45%". */
export function formatChange(percent: number): string {
  const rounded = Math.round(percent * 100) / 100;
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded).toFixed(2)}%`;
}
