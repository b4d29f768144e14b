import { mean, sampleStandardDeviation } from "simple-statistics";
import {
  computePortfolio,
  findMaximumSharpe,
  findMinimumVariance,
  type Market,
  type Portfolio,
  traceFrontier,
} from "./frontier.ts";
import type { Limits } from "./limits.ts";
import { findRiskParity } from "./risk-parity.ts";
import { shrinkCovariance } from "./shrink-covariance.ts";

const DAYS_PER_YEAR = 365;
const FRONTIER_POINT_COUNT = 20;
/** With fewer daily returns, the covariance estimate is meaningless. */
export const RETURNS_MIN = 60;
const TEST_DAYS_MIN = 30;
/** Risk parity isn't proposed if it is more than this many times as risky as the current holdings. */
const RISK_INCREASE_MAX = 1.25;

export interface Candidates {
  readonly current: Portfolio;
  readonly equal: Portfolio;
  readonly minVariance: Portfolio;
  readonly riskParity: Portfolio;
  /** Null if no weights return more than the risk-free rate. */
  readonly maxSharpe: Portfolio | null;
}

/** Performance on days that the weights were not fitted to: annual standard deviation and total return, as fractions. */
export type Outcome = ReturnType<typeof simulatePortfolio>;

export type PortfolioAnalysis = ReturnType<typeof analyzePortfolio>;

/**
 * Annual expected returns and covariance from simple daily returns, one column per asset. `intensity`: how far the
 * covariance was shrunk toward a constant correlation, from 0 to 1.
 */
export function estimateMarket(columns: readonly (readonly number[])[]) {
  const { covariance, intensity } = shrinkCovariance(columns);
  const annualReturns = columns.map((column) => DAYS_PER_YEAR * mean(column));
  return { market: { annualReturns, covariance: covariance.mul(DAYS_PER_YEAR) }, intensity };
}

function findCandidates(
  market: Market,
  limits: Limits,
  riskFree: number,
  current: readonly number[],
): Candidates {
  return {
    current: computePortfolio(market, current),
    equal: computePortfolio(market, new Array<number>(current.length).fill(1 / current.length)),
    minVariance: findMinimumVariance(market, limits),
    riskParity: findRiskParity(market, limits),
    maxSharpe: findMaximumSharpe(market, limits, riskFree),
  };
}

/**
 * Compares the candidates for a portfolio. `current`: today's weights. The limits must be feasible. Proposes risk
 * parity, unless it is much riskier than the current holdings or the user wants less risk. `returnErrors`: the standard
 * error of each asset's expected annual return.
 */
export function analyzePortfolio(
  columns: readonly (readonly number[])[],
  limits: Limits,
  riskFree: number,
  current: readonly number[],
  wantsLessRisk = false,
) {
  const { market, intensity } = estimateMarket(columns);
  const candidates = findCandidates(market, limits, riskFree, current);
  const days = columns[0]?.length ?? 0;
  const isRiskier = candidates.riskParity.risk > RISK_INCREASE_MAX * candidates.current.risk;
  return {
    market,
    intensity,
    returnErrors: columns.map(
      (column) => (sampleStandardDeviation(column) * DAYS_PER_YEAR) / Math.sqrt(days),
    ),
    candidates,
    frontier: traceFrontier(market, limits, FRONTIER_POINT_COUNT),
    outOfSample: testOutOfSample(columns, limits, riskFree, current),
    proposal: isRiskier || wantsLessRisk ? ("minVariance" as const) : ("riskParity" as const),
  };
}

/**
 * How the candidates, fitted to the first two thirds of the days, performed in the last third. Null if there are too few
 * days.
 */
function testOutOfSample(
  columns: readonly (readonly number[])[],
  limits: Limits,
  riskFree: number,
  current: readonly number[],
) {
  const days = columns[0]?.length ?? 0;
  const fittedDays = Math.floor((days * 2) / 3);
  if (fittedDays < RETURNS_MIN || days - fittedDays < TEST_DAYS_MIN) return null;
  const { market } = estimateMarket(columns.map((column) => column.slice(0, fittedDays)));
  const candidates = findCandidates(market, limits, riskFree, current);
  const laterColumns = columns.map((column) => column.slice(fittedDays));
  const measureOutcome = (portfolio: Portfolio | null) =>
    portfolio ? simulatePortfolio(laterColumns, portfolio.weights) : null;
  return {
    fittedDays,
    days: days - fittedDays,
    outcomes: {
      current: measureOutcome(candidates.current),
      equal: measureOutcome(candidates.equal),
      minVariance: measureOutcome(candidates.minVariance),
      riskParity: measureOutcome(candidates.riskParity),
      maxSharpe: measureOutcome(candidates.maxSharpe),
    },
  };
}

/** Performance with constant weights, rebalanced daily. */
function simulatePortfolio(columns: readonly (readonly number[])[], weights: readonly number[]) {
  const days = columns[0]?.length ?? 0;
  const returns = new Array<number>(days).fill(0);
  columns.forEach((column, asset) => {
    const weight = weights[asset] ?? 0;
    for (let day = 0; day < days; day += 1) returns[day] = (returns[day] ?? 0) + weight * (column[day] ?? 0);
  });
  const growth = returns.reduce((value, change) => value * (1 + change), 1);
  return { risk: sampleStandardDeviation(returns) * Math.sqrt(DAYS_PER_YEAR), totalReturn: growth - 1 };
}

/** The number of equally weighted assets with the same concentration: 1 if everything is in one asset. */
export function countEffectiveAssets(weights: readonly number[]): number {
  return 1 / weights.reduce((sum, weight) => sum + weight * weight, 0);
}
