import type { PriceHistory } from "#core/ai/analysis.ts";

/** What today's holdings would have done, held unchanged over the days of which every price is kept. */
export interface Performance {
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** In percent over these days. */
  readonly totalReturn: number;
  readonly best: { readonly symbol: string; readonly changePercent: number };
  /** Standard deviation of the daily returns, in percent a year. */
  readonly risk: number;
  /** Mean return over risk, both a year, at a risk-free rate of 0; null where nothing moved. */
  readonly sharpe: number | null;
  /** The value of today's holdings on each day, in US dollars, the oldest first. */
  readonly values: readonly { readonly date: string; readonly value: number }[];
}

/** Fewer days say nothing about risk. */
export const PERFORMANCE_MIN_DAYS = 30;
const DAYS_A_YEAR = 365;

/** How each figure is computed, for the page to say. */
export const HOW_COMPUTED = {
  totalReturn:
    "What these holdings, unchanged, would have gained or lost from the first to the last of these days.",
  best: "The holding whose price rose most, or fell least, over these days.",
  risk: "How much the daily value swings: the standard deviation of its daily returns, scaled to a year.",
  sharpe: "The mean daily return over its swing, scaled to a year, at a risk-free rate of 0.",
} as const;

/** Amounts are in whole units of the asset ("0.5 BTC"). Null where fewer than 30 days of all prices are kept. */
export function measurePerformance(
  holdings: readonly { readonly asset: string; readonly symbol: string; readonly amount: number }[],
  histories: readonly PriceHistory[],
): Performance | null {
  const held = holdings.filter(({ amount }) => amount > 0);
  const series = held.map(({ asset, symbol, amount }) => {
    const history = histories.find((one) => one.symbol === asset);
    return { symbol, amount, prices: new Map(history?.days.map(({ date, price }) => [date, price])) };
  });
  const [first, ...others] = series;
  if (!first) return null;
  const dates = [...first.prices.keys()].filter((date) => others.every(({ prices }) => prices.has(date)));
  const start = dates[0];
  const end = dates.at(-1);
  if (!start || !end || dates.length < PERFORMANCE_MIN_DAYS) return null;

  const values = dates.map((date) => ({
    date,
    value: series.reduce((total, { amount, prices }) => total + amount * (prices.get(date) ?? 0), 0),
  }));
  const returns = values.slice(1).map(({ value }, at) => value / (values[at]?.value || value) - 1);
  const mean = returns.reduce((total, one) => total + one, 0) / returns.length;
  const variance = returns.reduce((total, one) => total + (one - mean) ** 2, 0) / (returns.length - 1);
  const swing = Math.sqrt(variance);
  const best = series
    .map(({ symbol, prices }) => ({ symbol, changePercent: gain(prices.get(start), prices.get(end)) }))
    .reduce((one, other) => (other.changePercent > one.changePercent ? other : one));
  return {
    from: start,
    to: end,
    days: dates.length,
    totalReturn: gain(values[0]?.value, values.at(-1)?.value),
    best,
    risk: swing * Math.sqrt(DAYS_A_YEAR) * 100,
    sharpe: swing > 1e-12 ? (mean / swing) * Math.sqrt(DAYS_A_YEAR) : null,
    values,
  };
}

function gain(from = 1, to = 1): number {
  return (to / from - 1) * 100;
}
