import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { type Limits, projectOntoLimits } from "./limits.ts";

// The loops in this file use an index, because iterators create an object for each element.

/** The allowed violation of the optimality conditions, relative to the gradient. */
const TOLERANCE = 1e-10;

/**
 * Finds the weights that minimize ½·wᵀCw − gᵀw, are within the limits and add up to 1, with an active-set method. Weights
 * at a limit are fixed, and the others are solved for exactly. A weight that reaches a limit becomes fixed, and one whose
 * gradient points away from its limit is released. `covariance` must be positive definite and the limits feasible. The
 * result satisfies the Karush-Kuhn-Tucker conditions.
 */
export function solveQuadratic(
  covariance: Matrix,
  gains: readonly number[],
  limits: Limits,
  start: readonly number[] = gains.map(() => 1 / gains.length),
): number[] {
  const { low, high } = limits;
  const weights = projectOntoLimits(start, limits);
  const isFixed = weights.map((weight, asset) => weight <= (low[asset] ?? 0) || weight >= (high[asset] ?? 1));
  for (let round = 0; round < 100 + 20 * weights.length; round += 1) {
    const free = weights.flatMap((_, asset) => (isFixed[asset] ? [] : [asset]));
    const slope = computeGradient(covariance, gains, weights);
    const step = free.length > 1 ? solveFreeStep(covariance, slope, free) : [];
    const blocker = takeStep(weights, free, step, limits);
    if (blocker !== null) {
      isFixed[blocker] = true;
      continue;
    }
    const released = findReleased(computeGradient(covariance, gains, weights), weights, isFixed, limits);
    if (released.length === 0) break;
    for (const asset of released) isFixed[asset] = false;
  }
  return descendByPairs(covariance, gains, limits, weights);
}

export function computeGradient(
  covariance: Matrix,
  gains: readonly number[],
  weights: readonly number[],
): number[] {
  return weights.map((_, row) => {
    let slope = -(gains[row] ?? 0);
    for (let column = 0; column < weights.length; column += 1) {
      const weight = weights[column] ?? 0;
      if (weight !== 0) slope += covariance.get(row, column) * weight;
    }
    return slope;
  });
}

/** The step that takes the free weights to their optimum while preserving their sum. */
function solveFreeStep(covariance: Matrix, slope: readonly number[], free: readonly number[]): number[] {
  const cholesky = new CholeskyDecomposition(covariance.selection([...free], [...free]));
  const solutions = cholesky.solve(new Matrix(free.map((asset) => [-(slope[asset] ?? 0), 1])));
  const [newtonStep, sumDirection] = [solutions.getColumn(0), solutions.getColumn(1)];
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const shift = -total(newtonStep) / total(sumDirection);
  return newtonStep.map((value, index) => value + shift * (sumDirection[index] ?? 0));
}

/** Takes the step as far as the limits allow and returns the weight that hit its limit, if any. */
function takeStep(
  weights: number[],
  free: readonly number[],
  step: readonly number[],
  { low, high }: Limits,
): number | null {
  let fraction = 1;
  let blocker: number | null = null;
  for (let index = 0; index < free.length; index += 1) {
    const asset = free[index] ?? 0;
    const move = step[index] ?? 0;
    if (move === 0) continue;
    const bound = move < 0 ? (low[asset] ?? 0) : (high[asset] ?? 1);
    const allowed = Math.max(0, (bound - (weights[asset] ?? 0)) / move);
    if (allowed < fraction) [fraction, blocker] = [allowed, asset];
  }
  for (let index = 0; index < free.length; index += 1) {
    const asset = free[index] ?? 0;
    const updated = (weights[asset] ?? 0) + fraction * (step[index] ?? 0);
    weights[asset] = Math.min(high[asset] ?? 1, Math.max(low[asset] ?? 0, updated));
  }
  if (blocker !== null)
    weights[blocker] = ((step[free.indexOf(blocker)] ?? 0) < 0 ? low[blocker] : high[blocker]) ?? 0;
  return blocker;
}

/** The two assets between which a shift of weight gains the most: it goes from `shrink` to `grow`. */
function findExtremes(slope: readonly number[], weights: readonly number[], { low, high }: Limits) {
  let [grow, shrink] = [-1, -1];
  for (let asset = 0; asset < weights.length; asset += 1) {
    const weight = weights[asset] ?? 0;
    const value = slope[asset] ?? 0;
    if (weight < (high[asset] ?? 1) && (grow < 0 || value < (slope[grow] ?? 0))) grow = asset;
    if (weight > (low[asset] ?? 0) && (shrink < 0 || value > (slope[shrink] ?? 0))) shrink = asset;
  }
  const isPair = grow >= 0 && shrink >= 0;
  return { grow, shrink, gain: isPair ? (slope[shrink] ?? 0) - (slope[grow] ?? 0) : 0 };
}

/** The fixed weights to release: those of the two assets between which it pays most to shift weight. */
function findReleased(
  slope: readonly number[],
  weights: readonly number[],
  isFixed: readonly boolean[],
  limits: Limits,
): number[] {
  const { grow, shrink, gain } = findExtremes(slope, weights, limits);
  if (gain <= TOLERANCE * measureSize(slope)) return [];
  return [grow, shrink].filter((asset) => isFixed[asset]);
}

const measureSize = (slope: readonly number[]) => Math.max(1e-12, ...slope.map(Math.abs));

/**
 * The most that could still be gained by shifting weight between two assets, relative to the gradient. It is 0 exactly
 * where the Karush-Kuhn-Tucker conditions are met.
 */
export function measureSuboptimality(
  covariance: Matrix,
  gains: readonly number[],
  limits: Limits,
  weights: readonly number[],
): number {
  const slope = computeGradient(covariance, gains, weights);
  return Math.max(0, findExtremes(slope, weights, limits).gain) / measureSize(slope);
}

/** Shifts weight between the two assets where it pays most, until there is no gain. This corrects rounding errors. */
function descendByPairs(
  covariance: Matrix,
  gains: readonly number[],
  limits: Limits,
  weights: number[],
): number[] {
  const { low, high } = limits;
  for (let round = 0; round < 2_000; round += 1) {
    const slope = computeGradient(covariance, gains, weights);
    const { grow, shrink, gain } = findExtremes(slope, weights, limits);
    if (gain <= TOLERANCE * measureSize(slope)) break;
    const curve =
      covariance.get(grow, grow) + covariance.get(shrink, shrink) - 2 * covariance.get(grow, shrink);
    const [growingWeight, shrinkingWeight] = [weights[grow] ?? 0, weights[shrink] ?? 0];
    const move = Math.min(
      gain / Math.max(curve, 1e-300),
      (high[grow] ?? 1) - growingWeight,
      shrinkingWeight - (low[shrink] ?? 0),
    );
    if (growingWeight + move === growingWeight || shrinkingWeight - move === shrinkingWeight) break;
    weights[grow] = growingWeight + move;
    weights[shrink] = shrinkingWeight - move;
  }
  return weights;
}
