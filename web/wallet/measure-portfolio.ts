import type { DayPrice, PriceHistory } from "#core/market/price-history.ts";
import { toNumber } from "#core/wallet/amounts.ts";
import { measurePerformance, type Performance } from "#core/wallet/performance.ts";
import type { Portfolio } from "#core/wallet/portfolio.ts";

/** Measures the holdings that have a price. "loading" while data is missing; null if there aren't enough prices. */
export function measurePortfolio(
  portfolio: Portfolio | null,
  histories: readonly PriceHistory[] | null,
): Performance | "loading" | null {
  if (portfolio === null || histories === null) return "loading";
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
