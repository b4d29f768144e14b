import { sampleCorrelation } from "simple-statistics";
import type { PriceHistory } from "#core/market/price-history.ts";
import { backtest, forecastByModel, forecastNaively } from "./backtest.ts";
import {
  buildSeries,
  computeDailyChanges,
  type DailySeries,
  toDayNumber,
  toIsoDate,
} from "./daily-series.ts";
import { describeHistory } from "./describe-history.ts";

export type AssetOutlook = ReturnType<typeof computeUncached>;

export const DAYS_MIN = 60;
const COMMON_DAYS_MIN = 60;
const CORRELATION_DAYS = 180;

/** Results are cached per set of histories, since most people ask about the same few assets. */
const caches = new WeakMap<readonly PriceHistory[], Map<string, AssetOutlook>>();
const CACHE_SIZE = 200;

/** The outlook for the next `horizon` days from an asset's stored prices. `today` is YYYY-MM-DD. */
export function computeOutlook(
  history: PriceHistory,
  histories: readonly PriceHistory[],
  horizon: number,
  today: string,
): AssetOutlook {
  const cache = caches.get(histories) ?? new Map<string, AssetOutlook>();
  caches.set(histories, cache);
  const key = `${histories.indexOf(history)} ${horizon} ${today}`;
  const cachedOutlook = cache.get(key);
  if (cachedOutlook?.history === history) return cachedOutlook;
  if (cache.size >= CACHE_SIZE) cache.clear();
  const outlook = computeUncached(history, histories, horizon, today);
  cache.set(key, outlook);
  return outlook;
}

/**
 * Computes an outlook without the cache. `lastDate`: the date of the last stored price, as YYYY-MM-DD. `age`: how
 * many days ago that was. `forecast`: null if there are too few days. `backtest`: null if there are too few days or the
 * price never moved. `benchmark`: how the asset's daily changes correlate with those of Bitcoin (for Bitcoin, of
 * Ethereum); null if there are too few days to compare or one of the prices never moved.
 */
function computeUncached(
  history: PriceHistory,
  histories: readonly PriceHistory[],
  horizon: number,
  today: string,
) {
  const series = buildSeries(history, today);
  const lastDay = series.firstDay + series.logs.length - 1;
  const hasEnoughDays = series.recordedCount >= DAYS_MIN;
  const traits = describeHistory(series);
  const backtestResult = hasEnoughDays && !traits.isConstant ? backtest(series, horizon) : null;
  const usesModel = backtestResult?.isBetter ?? false;
  return {
    history,
    series,
    lastPrice: Math.exp(series.logs.at(-1) ?? 0),
    lastDate: toIsoDate(lastDay),
    age: Math.max(0, (toDayNumber(today) ?? lastDay) - lastDay),
    horizon,
    traits,
    forecast: hasEnoughDays ? (usesModel ? forecastByModel : forecastNaively)(series, horizon) : null,
    usesModel,
    backtest: backtestResult,
    benchmark: hasEnoughDays ? compareWithBenchmark(history, series, histories, today) : null,
  };
}

function compareWithBenchmark(
  history: PriceHistory,
  series: DailySeries,
  histories: readonly PriceHistory[],
  today: string,
): { name: string; correlation: number; days: number } | null {
  const benchmarkSymbol = ["BTC", "ETH"].find((symbol) => symbol !== history.symbol);
  const benchmarkHistory = histories.find(({ symbol }) => symbol === benchmarkSymbol);
  if (!benchmarkHistory) return null;
  const benchmarkSeries = buildSeries(benchmarkHistory, today);
  const benchmarkChanges = new Map(
    computeDailyChanges(benchmarkSeries).map(({ at, change }) => [benchmarkSeries.firstDay + at, change]),
  );
  const pairs = computeDailyChanges(series)
    .filter(({ at }) => at >= series.logs.length - CORRELATION_DAYS)
    .flatMap(({ at, change }) => {
      const benchmarkChange = benchmarkChanges.get(series.firstDay + at);
      return benchmarkChange === undefined ? [] : [{ change, benchmarkChange }];
    });
  if (pairs.length < COMMON_DAYS_MIN) return null;
  const [own, benchmark] = [pairs.map(({ change }) => change), pairs.map((pair) => pair.benchmarkChange)];
  const correlation = sampleCorrelation(own, benchmark);
  return Number.isFinite(correlation)
    ? { name: benchmarkHistory.name, correlation, days: pairs.length }
    : null;
}
