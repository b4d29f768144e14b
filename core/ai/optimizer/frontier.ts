import type { Matrix } from "ml-matrix";
import type { Limits } from "./limits.ts";
import { gradient, solveQuadratic } from "./solve-quadratic.ts";

/** The relative error at which a search stops. */
const EXACT = 1e-12;
/** Accurate enough for a chart. */
const VISIBLE = 1e-5;

/** Annual figures for the assets: expected returns as fractions, and their covariance (positive definite). */
export interface Market {
  readonly gains: readonly number[];
  readonly covariance: Matrix;
}

export interface Portfolio {
  readonly weights: readonly number[];
  /** Expected annual return and standard deviation, as fractions. */
  readonly gain: number;
  readonly risk: number;
}

export function weigh({ gains, covariance }: Market, weights: readonly number[]): Portfolio {
  const pull = gradient(covariance, [], weights);
  const gain = weights.reduce((sum, weight, asset) => sum + weight * (gains[asset] ?? 0), 0);
  const variance = weights.reduce((sum, weight, asset) => sum + weight * (pull[asset] ?? 0), 0);
  return { weights, gain, risk: Math.sqrt(Math.max(0, variance)) };
}

/** The lowest risk within the limits. */
export function minimumVariance(market: Market, limits: Limits): Portfolio {
  return weigh(
    market,
    solveQuadratic(
      market.covariance,
      market.gains.map(() => 0),
      limits,
    ),
  );
}

/** The point on the frontier that maximizes `appetite` times return minus half the variance. */
function takeRisk(market: Market, limits: Limits, appetite: number, start: readonly number[]): Portfolio {
  return weigh(
    market,
    solveQuadratic(
      market.covariance,
      market.gains.map((gain) => appetite * gain),
      limits,
      start,
    ),
  );
}

/** The highest return within the limits. */
function highestGain({ gains }: Market, { low, high }: Limits): number {
  let left = 1 - low.reduce((sum, least) => sum + least, 0);
  let gain = low.reduce((sum, least, asset) => sum + least * (gains[asset] ?? 0), 0);
  for (const asset of gains.map((_, at) => at).sort((a, b) => (gains[b] ?? 0) - (gains[a] ?? 0))) {
    const more = Math.min(left, (high[asset] ?? 1) - (low[asset] ?? 0));
    gain += more * (gains[asset] ?? 0);
    left -= more;
  }
  return gain;
}

interface Candidate {
  readonly appetite: number;
  readonly portfolio: Portfolio;
}

/**
 * Searches upward from `start` for the appetite at which `miss` stops being positive: multiplies by four until it
 * does, then interpolates with the Illinois variant of false position.
 */
function findCrossing(
  market: Market,
  limits: Limits,
  miss: (taken: Candidate) => number,
  start: Candidate,
  close: number,
): Candidate {
  const scale = Math.max(...market.gains.map(Math.abs), 1e-9);
  const take = (appetite: number, near: Candidate): Candidate => ({
    appetite,
    portfolio: takeRisk(market, limits, appetite, near.portfolio.weights),
  });
  let low = start;
  let lowMiss = miss(low);
  if (lowMiss <= 0) return low;
  let high = take(Math.max(low.appetite * 1.5, (start.portfolio.risk ** 2 || 1e-9) / scale), low);
  let highMiss = miss(high);
  for (let round = 0; round < 60 && highMiss > 0; round += 1) {
    [low, lowMiss] = [high, highMiss];
    high = take(high.appetite * 4, high);
    highMiss = miss(high);
  }
  if (highMiss > 0) return high;
  const near = close * Math.abs(miss(start));
  let side = 0;
  for (let round = 0; round < 100; round += 1) {
    const width = high.appetite - low.appetite;
    if (Math.abs(highMiss) <= near || width <= 1e-15 * high.appetite) break;
    const chord = low.appetite + (width * lowMiss) / (lowMiss - highMiss);
    const isInside = chord > low.appetite && chord < high.appetite;
    const one = take(isInside ? chord : low.appetite + width / 2, high);
    const value = miss(one);
    if (value > 0) {
      [low, lowMiss] = [one, value];
      if (side === 1) highMiss /= 2;
      side = 1;
    } else {
      [high, highMiss] = [one, value];
      if (side === -1) lowMiss /= 2;
      side = -1;
    }
  }
  return high;
}

/**
 * The highest return above the risk-free rate per unit of risk; null if no weights exceed that rate. On the frontier
 * it lies where the appetite equals variance over excess return.
 */
export function maximumSharpe(market: Market, limits: Limits, riskFree: number): Portfolio | null {
  const most = highestGain(market, limits);
  if (most - riskFree <= 1e-12) return null;
  const least = minimumVariance(market, limits);
  const isTop = (one: Portfolio) => one.gain >= most - 1e-12 * Math.max(1, Math.abs(most));
  const miss = ({ appetite, portfolio }: Candidate) => {
    const value = portfolio.risk ** 2 - appetite * (portfolio.gain - riskFree);
    return isTop(portfolio) ? Math.min(0, value) : value;
  };
  const { portfolio } = findCrossing(market, limits, miss, { appetite: 0, portfolio: least }, EXACT);
  return portfolio.gain > riskFree ? portfolio : null;
}

/**
 * Points on the frontier from the lowest risk to the highest return, evenly spaced by return; a single point if they
 * coincide.
 */
export function traceFrontier(market: Market, limits: Limits, count: number): Portfolio[] {
  const least = minimumVariance(market, limits);
  const most = highestGain(market, limits);
  const points = [least];
  if (most - least.gain < 1e-9) return points;
  let last: Candidate = { appetite: 0, portfolio: least };
  for (let at = 1; at < count; at += 1) {
    const wanted = least.gain + ((most - least.gain) * at) / (count - 1);
    // Just below the maximum, which takes an infinite appetite if two assets share the highest return.
    const target = Math.min(wanted, most - 1e-9 * (most - least.gain));
    last = findCrossing(market, limits, ({ portfolio }) => target - portfolio.gain, last, VISIBLE);
    points.push(last.portfolio);
  }
  return points;
}
