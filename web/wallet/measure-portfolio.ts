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

export interface PriceTrend {
  /** Oldest first, with four significant digits. */
  readonly prices: readonly number[];
  /** The number of days from the first price to the last. */
  readonly days: number;
  readonly changePercent: number;
}

const TREND_DAYS_MAX = 30;
const DAY_MS = 86_400_000;

/** Returns the trend of the last 30 days, or of the days since the first price; null if there is only one price. */
export function measureTrend(history: readonly DayPrice[]): PriceTrend | null {
  const last = history.at(-1);
  if (!last) return null;
  const countDaysSince = ({ date }: DayPrice) => (Date.parse(last.date) - Date.parse(date)) / DAY_MS;
  const recentDays = history.filter((day) => countDaysSince(day) <= TREND_DAYS_MAX);
  const first = recentDays[0] ?? last;
  if (first === last) return null;
  return {
    prices: recentDays.map(({ price }) => Number(price.toPrecision(4))),
    days: countDaysSince(first),
    changePercent: (last.price / first.price - 1) * 100,
  };
}
