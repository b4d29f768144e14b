import type { DayPrice } from "#core/market/price-history.ts";

const SPARKLINE_DAYS = 30;

/** The prices of the last 30 days, oldest first, with four significant digits. */
export function getSparklinePrices(days: readonly DayPrice[]): number[] {
  return days.slice(-SPARKLINE_DAYS).map(({ price }) => Number(price.toPrecision(4)));
}
