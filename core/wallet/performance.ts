/** The performance that today's holdings would have had over the days for which all prices are stored. */
export interface Performance {
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** In percent over the period. */
  readonly totalReturn: number;
  readonly best: { readonly symbol: string; readonly changePercent: number };
  /** Annualized standard deviation of daily returns, in percent. */
  readonly risk: number;
  /** Annualized mean return divided by risk, at a risk-free rate of 0; null if the risk is 0. */
  readonly sharpe: number | null;
  /** The value of today's holdings on each day, in US dollars, oldest first. */
  readonly values: readonly { readonly date: string; readonly value: number }[];
}

/** Risk can't be estimated from fewer days. */
export const PERFORMANCE_MIN_DAYS = 30;

/** Completes "... will appear here once": what is missing if there is no performance. `total` is the portfolio's. */
export const describeMissingData = (total: number | null): string =>
  total
    ? `this site has ${PERFORMANCE_MIN_DAYS} days of price history for your assets.`
    : "you hold assets with a known price.";

/** Shown instead of figures if the prices couldn't be loaded. */
export const PRICES_FAILED = "We couldn't load the price history. Reload the page to try again.";
