import type { AssetPrices } from "#core/market/assets.ts";

/** Formats the known prices as lines of the material for a model. Empty if there are no prices. */
export function formatPriceLines(prices: AssetPrices | null): string[] {
  if (prices === null || prices.prices.length === 0) return [];
  const heading = prices.isSample
    ? "Made-up sample prices in US dollars:"
    : "Latest prices in US dollars, with their 24-hour change:";
  return [
    heading,
    ...prices.prices.map(({ symbol, price, changePercent }) => {
      const change =
        changePercent === null ? "" : ` (${changePercent >= 0 ? "+" : ""}${changePercent.toFixed(1)}%)`;
      return `${symbol}: ${price}${change}`;
    }),
  ];
}
