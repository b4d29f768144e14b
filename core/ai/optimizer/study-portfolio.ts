import { mean, sampleStandardDeviation } from "simple-statistics";
import {
  type Market,
  maximumSharpe,
  minimumVariance,
  type Portfolio,
  traceFrontier,
  weigh,
} from "./frontier.ts";
import type { Limits } from "./limits.ts";
import { riskParity } from "./risk-parity.ts";
import { shrinkCovariance } from "./shrink-covariance.ts";

const DAYS_A_YEAR = 365;
const FRONTIER_POINTS = 20;
/** Fewer days than these, and a covariance says nothing. */
export const FEWEST_RETURNS = 60;
const FEWEST_CHECKED = 30;
/** Spreading may cost some risk where the calmest asset was held most; beyond this nobody asked for it. */
const MUCH_RISKIER = 1.25;

/** The portfolios that are set beside each other. */
export interface Candidates {
  readonly now: Portfolio;
  readonly equal: Portfolio;
  readonly calmest: Portfolio;
  readonly balanced: Portfolio;
  /** Null where no weights had a return above the risk-free rate. */
  readonly sharpest: Portfolio | null;
}

/** What a portfolio did in days that it was not fitted to: deviation a year and return over them, as fractions. */
export interface Outcome {
  readonly risk: number;
  readonly gain: number;
}

export interface Check {
  readonly fittedDays: number;
  readonly days: number;
  readonly outcomes: { readonly [name in keyof Candidates]: Outcome | null };
}

export interface Study {
  readonly market: Market;
  /** How far the covariance was drawn towards equal correlations, from 0 to 1. */
  readonly intensity: number;
  /** Standard error of each asset's expected return a year. */
  readonly gainErrors: readonly number[];
  readonly candidates: Candidates;
  readonly frontier: readonly Portfolio[];
  /** Fitted to the first two thirds, measured on the rest; null with too few days. */
  readonly check: Check | null;
  /** Risk parity, unless that is much riskier than what is held now. */
  readonly proposal: "balanced" | "calmest";
}

/** Expected returns and covariance a year of simple daily returns, a column for each asset. */
export function estimateMarket(columns: readonly Float64Array[]): { market: Market; intensity: number } {
  const { covariance, intensity } = shrinkCovariance(columns);
  const gains = columns.map((column) => DAYS_A_YEAR * mean(Array.from(column)));
  return { market: { gains, covariance: covariance.mul(DAYS_A_YEAR) }, intensity };
}

function findCandidates(
  market: Market,
  limits: Limits,
  riskFree: number,
  now: readonly number[],
): Candidates {
  return {
    now: weigh(market, now),
    equal: weigh(
      market,
      now.map(() => 1 / now.length),
    ),
    calmest: minimumVariance(market, limits),
    balanced: riskParity(market, limits),
    sharpest: maximumSharpe(market, limits, riskFree),
  };
}

/** Everything that is said of a portfolio. `now`: today's weights. The limits must be feasible. */
export function studyPortfolio(
  columns: readonly Float64Array[],
  limits: Limits,
  riskFree: number,
  now: readonly number[],
): Study {
  const { market, intensity } = estimateMarket(columns);
  const candidates = findCandidates(market, limits, riskFree, now);
  const days = columns[0]?.length ?? 0;
  const isRiskier = candidates.balanced.risk > MUCH_RISKIER * candidates.now.risk;
  return {
    market,
    intensity,
    gainErrors: columns.map(
      (column) => (sampleStandardDeviation(Array.from(column)) * DAYS_A_YEAR) / Math.sqrt(days),
    ),
    candidates,
    frontier: traceFrontier(market, limits, FRONTIER_POINTS),
    check: checkLater(columns, limits, riskFree, now),
    proposal: isRiskier ? "calmest" : "balanced",
  };
}

/** What the same ways of choosing, with the first two thirds of the days, would have brought in the last third. */
function checkLater(
  columns: readonly Float64Array[],
  limits: Limits,
  riskFree: number,
  now: readonly number[],
): Check | null {
  const days = columns[0]?.length ?? 0;
  const fittedDays = Math.floor((days * 2) / 3);
  if (fittedDays < FEWEST_RETURNS || days - fittedDays < FEWEST_CHECKED) return null;
  const { market } = estimateMarket(columns.map((column) => column.subarray(0, fittedDays)));
  const found = findCandidates(market, limits, riskFree, now);
  const later = columns.map((column) => column.subarray(fittedDays));
  const outcome = (portfolio: Portfolio | null) => (portfolio ? hold(later, portfolio.weights) : null);
  return {
    fittedDays,
    days: days - fittedDays,
    outcomes: {
      now: outcome(found.now),
      equal: outcome(found.equal),
      calmest: outcome(found.calmest),
      balanced: outcome(found.balanced),
      sharpest: outcome(found.sharpest),
    },
  };
}

/** The weights kept through the days, set right every day. */
function hold(columns: readonly Float64Array[], weights: readonly number[]): Outcome {
  const days = columns[0]?.length ?? 0;
  const returns = Array.from({ length: days }, (_, day) =>
    columns.reduce((sum, column, asset) => sum + (weights[asset] ?? 0) * (column[day] ?? 0), 0),
  );
  const growth = returns.reduce((worth, change) => worth * (1 + change), 1);
  return { risk: sampleStandardDeviation(returns) * Math.sqrt(DAYS_A_YEAR), gain: growth - 1 };
}

/** As many assets of equal weight as would be as spread: 1 for all in one. */
export function effectiveCount(weights: readonly number[]): number {
  return 1 / weights.reduce((sum, weight) => sum + weight * weight, 0);
}
