import type { Matrix } from "ml-matrix";
import type { Limits } from "./limits.ts";
import { computeGradient, solveQuadratic } from "./solve-quadratic.ts";

/** The relative errors at which a search stops: for a portfolio, and for a point in the chart. */
const EXACT_TOLERANCE = 1e-12;
const CHART_TOLERANCE = 1e-5;

/** Annual data on the assets: expected returns as fractions, and their covariance (positive definite). */
export interface Market {
  readonly annualReturns: readonly number[];
  readonly covariance: Matrix;
}

export interface Portfolio {
  readonly weights: readonly number[];
  /** Expected annual return and standard deviation, as fractions. */
  readonly annualReturn: number;
  readonly risk: number;
}

export function computePortfolio(
  { annualReturns, covariance }: Market,
  weights: readonly number[],
): Portfolio {
  const covarianceWithPortfolio = computeGradient(covariance, [], weights);
  const sumProducts = (values: readonly number[]) =>
    weights.reduce((sum, weight, asset) => sum + weight * (values[asset] ?? 0), 0);
  const annualReturn = sumProducts(annualReturns);
  const variance = sumProducts(covarianceWithPortfolio);
  return { weights, annualReturn, risk: Math.sqrt(Math.max(0, variance)) };
}

export const findMinimumVariance = (market: Market, limits: Limits): Portfolio =>
  solveForRiskTolerance(market, limits, 0);

/** The point on the frontier that maximizes risk tolerance times return minus half the variance. */
function solveForRiskTolerance(
  market: Market,
  limits: Limits,
  riskTolerance: number,
  start?: readonly number[],
): Portfolio {
  const gains = market.annualReturns.map((annualReturn) => riskTolerance * annualReturn);
  return computePortfolio(market, solveQuadratic(market.covariance, gains, limits, start));
}

function findHighestReturn({ annualReturns }: Market, { low, high }: Limits): number {
  let remainingWeight = 1 - low.reduce((sum, minimum) => sum + minimum, 0);
  let annualReturn = low.reduce((sum, minimum, asset) => sum + minimum * (annualReturns[asset] ?? 0), 0);
  for (const asset of annualReturns
    .map((_, index) => index)
    .sort((a, b) => (annualReturns[b] ?? 0) - (annualReturns[a] ?? 0))) {
    const addedWeight = Math.min(remainingWeight, (high[asset] ?? 1) - (low[asset] ?? 0));
    annualReturn += addedWeight * (annualReturns[asset] ?? 0);
    remainingWeight -= addedWeight;
  }
  return annualReturn;
}

interface FrontierPoint {
  readonly riskTolerance: number;
  readonly portfolio: Portfolio;
}

/**
 * Finds the frontier point at which `residual` stops being positive. Multiplies the risk tolerance by four until that
 * happens, then interpolates with the Illinois variant of regula falsi.
 */
function findCrossing(
  market: Market,
  limits: Limits,
  residual: (point: FrontierPoint) => number,
  start: FrontierPoint,
  relativeTolerance: number,
): FrontierPoint {
  const scale = Math.max(...market.annualReturns.map(Math.abs), 1e-9);
  const createPoint = (riskTolerance: number, neighbor: FrontierPoint): FrontierPoint => ({
    riskTolerance,
    portfolio: solveForRiskTolerance(market, limits, riskTolerance, neighbor.portfolio.weights),
  });
  let low = start;
  let lowResidual = residual(low);
  if (lowResidual <= 0) return low;
  const firstRiskTolerance = Math.max(low.riskTolerance * 1.5, (start.portfolio.risk ** 2 || 1e-9) / scale);
  let high = createPoint(firstRiskTolerance, low);
  let highResidual = residual(high);
  for (let round = 0; round < 60 && highResidual > 0; round += 1) {
    [low, lowResidual] = [high, highResidual];
    high = createPoint(high.riskTolerance * 4, high);
    highResidual = residual(high);
  }
  if (highResidual > 0) return high;
  const tolerance = relativeTolerance * Math.abs(residual(start));
  let side = 0;
  for (let round = 0; round < 100; round += 1) {
    const width = high.riskTolerance - low.riskTolerance;
    if (Math.abs(highResidual) <= tolerance || width <= 1e-15 * high.riskTolerance) break;
    const chord = low.riskTolerance + (width * lowResidual) / (lowResidual - highResidual);
    const isInside = chord > low.riskTolerance && chord < high.riskTolerance;
    const point = createPoint(isInside ? chord : low.riskTolerance + width / 2, high);
    const value = residual(point);
    if (value > 0) {
      [low, lowResidual] = [point, value];
      if (side === 1) highResidual /= 2;
      side = 1;
    } else {
      [high, highResidual] = [point, value];
      if (side === -1) lowResidual /= 2;
      side = -1;
    }
  }
  return high;
}

/**
 * Finds the portfolio with the highest return above the risk-free rate per unit of risk; null if none returns more than
 * that rate. At that portfolio, the risk tolerance equals the variance divided by the excess return.
 */
export function findMaximumSharpe(market: Market, limits: Limits, riskFree: number): Portfolio | null {
  const maxReturn = findHighestReturn(market, limits);
  if (maxReturn - riskFree <= 1e-12) return null;
  const minVariance = findMinimumVariance(market, limits);
  const hasMaxReturn = ({ annualReturn }: Portfolio) =>
    annualReturn >= maxReturn - 1e-12 * Math.max(1, Math.abs(maxReturn));
  const residual = ({ riskTolerance, portfolio }: FrontierPoint) => {
    const value = portfolio.risk ** 2 - riskTolerance * (portfolio.annualReturn - riskFree);
    return hasMaxReturn(portfolio) ? Math.min(0, value) : value;
  };
  const start = { riskTolerance: 0, portfolio: minVariance };
  const { portfolio } = findCrossing(market, limits, residual, start, EXACT_TOLERANCE);
  return portfolio.annualReturn > riskFree ? portfolio : null;
}

/**
 * Points on the frontier from the lowest risk to the highest return, evenly spaced by return. A single point if the
 * portfolio with the lowest risk also has the highest return.
 */
export function traceFrontier(market: Market, limits: Limits, count: number): Portfolio[] {
  const minVariance = findMinimumVariance(market, limits);
  const maxReturn = findHighestReturn(market, limits);
  const points = [minVariance];
  if (maxReturn - minVariance.annualReturn < 1e-9) return points;
  let last: FrontierPoint = { riskTolerance: 0, portfolio: minVariance };
  for (let index = 1; index < count; index += 1) {
    const targetReturn =
      minVariance.annualReturn + ((maxReturn - minVariance.annualReturn) * index) / (count - 1);
    // Just below the maximum, which only an infinite risk tolerance reaches if two assets have the highest return.
    const target = Math.min(targetReturn, maxReturn - 1e-9 * (maxReturn - minVariance.annualReturn));
    const residual = ({ portfolio }: FrontierPoint) => target - portfolio.annualReturn;
    last = findCrossing(market, limits, residual, last, CHART_TOLERANCE);
    points.push(last.portfolio);
  }
  return points;
}
