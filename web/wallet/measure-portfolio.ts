import type { DayPrice, PriceHistory } from "#core/market/price-history.ts";
import { toNumber } from "#core/wallet/amounts.ts";
import { measurePerformance } from "#core/wallet/measure-performance.ts";
import type { Performance } from "#core/wallet/performance.ts";
import type { Portfolio } from "#core/wallet/portfolio.ts";

/** Null if no holding with a balance has a price, or if there aren't enough prices. */
export type MeasuredPerformance = Performance | "loading" | "failed" | null;

/** Measures the performance of the holdings that have a price. */
export function measurePortfolio(
  portfolio: Portfolio | null,
  histories: readonly PriceHistory[] | "loading" | "failed",
): MeasuredPerformance {
  if (portfolio === null) return "loading";
  if (typeof histories === "string") return histories;
  const pricedHoldings = portfolio.holdings.flatMap(({ asset, symbol, units, decimals, price }) =>
    asset === null || price === null ? [] : [{ asset, symbol, amount: toNumber(units, decimals) }],
  );
  return measurePerformance(pricedHoldings, histories);
}

const SPARKLINE_DAYS = 30;

/** The prices of the last 30 days, oldest first, with four significant digits. */
export function getSparklinePrices(days: readonly DayPrice[]): number[] {
  return days.slice(-SPARKLINE_DAYS).map(({ price }) => Number(price.toPrecision(4)));
}
