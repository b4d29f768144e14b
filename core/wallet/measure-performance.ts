import type { PriceHistory } from "#core/market/price-history.ts";
import { PERFORMANCE_MIN_DAYS, type Performance } from "./performance.ts";

const DAYS_PER_YEAR = 365;

/**
 * Measures the performance of the holdings. Amounts are in coins, not in their smallest units. Returns null if there
 * are no holdings, or fewer than PERFORMANCE_MIN_DAYS days of prices.
 */
export function measurePerformance(
  holdings: readonly { readonly asset: string; readonly symbol: string; readonly amount: number }[],
  histories: readonly PriceHistory[],
): Performance | null {
  const heldAssets = holdings.filter(({ amount }) => amount > 0);
  const series = heldAssets.map(({ asset, symbol, amount }) => {
    const history = histories.find((candidate) => candidate.symbol === asset);
    return { symbol, amount, prices: new Map(history?.days.map(({ date, price }) => [date, price])) };
  });
  const [firstSeries, ...otherSeries] = series;
  if (!firstSeries) return null;
  const dates = [...firstSeries.prices.keys()].filter((date) =>
    otherSeries.every(({ prices }) => prices.has(date)),
  );
  const start = dates[0];
  const end = dates.at(-1);
  if (!start || !end || dates.length < PERFORMANCE_MIN_DAYS) return null;

  const values = dates.map((date) => ({
    date,
    value: series.reduce((total, { amount, prices }) => total + amount * (prices.get(date) ?? 0), 0),
  }));
  const returns = values.slice(1).map(({ value }, index) => value / (values[index]?.value || value) - 1);
  const mean = returns.reduce((total, value) => total + value, 0) / returns.length;
  const variance = returns.reduce((total, value) => total + (value - mean) ** 2, 0) / (returns.length - 1);
  const deviation = Math.sqrt(variance);
  const best = series
    .map(({ symbol, prices }) => ({ symbol, changePercent: computeGain(prices.get(start), prices.get(end)) }))
    .reduce((a, b) => (b.changePercent > a.changePercent ? b : a));
  return {
    from: start,
    to: end,
    days: dates.length,
    totalReturn: computeGain(values[0]?.value, values.at(-1)?.value),
    best,
    risk: deviation * Math.sqrt(DAYS_PER_YEAR) * 100,
    sharpe: deviation > 1e-12 ? (mean / deviation) * Math.sqrt(DAYS_PER_YEAR) : null,
    values,
  };
}

function computeGain(from = 1, to = 1): number {
  return (to / from - 1) * 100;
}
