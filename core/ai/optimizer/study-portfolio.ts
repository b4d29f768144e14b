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
/** With fewer days, a covariance means nothing. */
export const FEWEST_RETURNS = 60;
const FEWEST_CHECKED = 30;
/**
 * Diversifying may raise the risk of a portfolio that is mostly in its calmest asset, but by no more than this
 * factor.
 */
const MUCH_RISKIER = 1.25;

/** The portfolios to compare. */
export interface Candidates {
  readonly now: Portfolio;
  readonly equal: Portfolio;
  readonly calmest: Portfolio;
  readonly balanced: Portfolio;
  /** Null if no weights return more than the risk-free rate. */
  readonly sharpest: Portfolio | null;
}

/** Performance on days a portfolio was not fitted to: annual deviation and total return, as fractions. */
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
  /** How far the covariance was shrunk toward a constant correlation, from 0 to 1. */
  readonly intensity: number;
  /** Standard error of each asset's expected annual return. */
  readonly gainErrors: readonly number[];
  readonly candidates: Candidates;
  readonly frontier: readonly Portfolio[];
  /** Fitted to the first two thirds, measured on the rest; null with too few days. */
  readonly check: Check | null;
  /** Risk parity, unless it is much riskier than the current holdings. */
  readonly proposal: "balanced" | "calmest";
}

/** Annual expected returns and covariance from simple daily returns, one column per asset. */
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

/** Computes everything about a portfolio. `now` is today's weights. The limits must be feasible. */
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
    check: testOutOfSample(columns, limits, riskFree, now),
    proposal: isRiskier ? "calmest" : "balanced",
  };
}

/** How the candidates, fitted to the first two thirds of the days, performed in the last third. */
function testOutOfSample(
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
  const outcome = (portfolio: Portfolio | null) =>
    portfolio ? simulateHolding(later, portfolio.weights) : null;
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

/** Performance with constant weights, rebalanced daily. */
function simulateHolding(columns: readonly Float64Array[], weights: readonly number[]): Outcome {
  const days = columns[0]?.length ?? 0;
  const returns = Array.from({ length: days }, (_, day) =>
    columns.reduce((sum, column, asset) => sum + (weights[asset] ?? 0) * (column[day] ?? 0), 0),
  );
  const growth = returns.reduce((worth, change) => worth * (1 + change), 1);
  return { risk: sampleStandardDeviation(returns) * Math.sqrt(DAYS_A_YEAR), gain: growth - 1 };
}

/** The number of equally weighted assets with the same concentration: 1 if everything is in one asset. */
export function countEffectiveAssets(weights: readonly number[]): number {
  return 1 / weights.reduce((sum, weight) => sum + weight * weight, 0);
}
