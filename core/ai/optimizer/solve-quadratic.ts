import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { type Limits, projectOnLimits } from "./limits.ts";

/** How far weights may miss the conditions of the best ones, relative to the gradient's size. */
const TOLERANCE = 1e-10;

/**
 * The weights w within the limits, adding up to 1, for which ½·wᵀCw − gᵀw is least: an active-set method. Weights at
 * a limit stay there, the others are solved exactly; one that runs into a limit is held, one whose gradient pulls it off
 * its limit is let go. `covariance` must be positive definite, the limits feasible. Ends with the conditions of
 * Karush, Kuhn and Tucker met, which `missOptimum` measures.
 */
export function solveQuadratic(
  covariance: Matrix,
  gains: readonly number[],
  limits: Limits,
  start: readonly number[] = gains.map(() => 1 / gains.length),
): number[] {
  const { low, high } = limits;
  const weights = projectOnLimits(start, limits);
  const isHeld = weights.map((weight, asset) => weight <= (low[asset] ?? 0) || weight >= (high[asset] ?? 1));
  for (let round = 0; round < 100 + 20 * weights.length; round += 1) {
    const free = weights.flatMap((_, asset) => (isHeld[asset] ? [] : [asset]));
    const slope = gradient(covariance, gains, weights);
    const step = free.length > 1 ? freeStep(covariance, slope, free) : [];
    const blocker = walk(weights, free, step, limits);
    if (blocker !== null) {
      isHeld[blocker] = true;
      continue;
    }
    const released = findReleased(gradient(covariance, gains, weights), weights, isHeld, limits);
    if (released.length === 0) break;
    for (const asset of released) isHeld[asset] = false;
  }
  return descendByPairs(covariance, gains, limits, weights);
}

export function gradient(covariance: Matrix, gains: readonly number[], weights: readonly number[]): number[] {
  const held = weights.flatMap((weight, asset) => (weight === 0 ? [] : [asset]));
  return weights.map((_, row) => {
    let slope = -(gains[row] ?? 0);
    // The innermost loop of all: without iterators.
    for (let at = 0; at < held.length; at += 1) {
      const column = held[at] ?? 0;
      slope += covariance.get(row, column) * (weights[column] ?? 0);
    }
    return slope;
  });
}

/** The step of the free weights to their best, with their sum kept. */
function freeStep(covariance: Matrix, slope: readonly number[], free: readonly number[]): number[] {
  const part = new CholeskyDecomposition(covariance.selection([...free], [...free]));
  const sides = part.solve(new Matrix(free.map((asset) => [-(slope[asset] ?? 0), 1])));
  const [toBest, toSum] = [sides.getColumn(0), sides.getColumn(1)];
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const shift = -total(toBest) / total(toSum);
  return toBest.map((value, at) => value + shift * (toSum[at] ?? 0));
}

/** Goes the step as far as the limits let it, and names the weight that met its limit on the way. */
function walk(
  weights: number[],
  free: readonly number[],
  step: readonly number[],
  { low, high }: Limits,
): number | null {
  let part = 1;
  let blocker: number | null = null;
  for (const [at, asset] of free.entries()) {
    const move = step[at] ?? 0;
    if (move === 0) continue;
    const bound = move < 0 ? (low[asset] ?? 0) : (high[asset] ?? 1);
    const room = Math.max(0, (bound - (weights[asset] ?? 0)) / move);
    if (room < part) [part, blocker] = [room, asset];
  }
  for (const [at, asset] of free.entries()) {
    const moved = (weights[asset] ?? 0) + part * (step[at] ?? 0);
    weights[asset] = Math.min(high[asset] ?? 1, Math.max(low[asset] ?? 0, moved));
  }
  if (blocker !== null)
    weights[blocker] = ((step[free.indexOf(blocker)] ?? 0) < 0 ? low[blocker] : high[blocker]) ?? 0;
  return blocker;
}

/** Who may grow or shrink, and gains most by it. */
function extremes(slope: readonly number[], weights: readonly number[], { low, high }: Limits) {
  let [grow, shrink] = [-1, -1];
  for (const [asset, weight] of weights.entries()) {
    const value = slope[asset] ?? 0;
    if (weight < (high[asset] ?? 1) && (grow < 0 || value < (slope[grow] ?? 0))) grow = asset;
    if (weight > (low[asset] ?? 0) && (shrink < 0 || value > (slope[shrink] ?? 0))) shrink = asset;
  }
  const isPair = grow >= 0 && shrink >= 0;
  return { grow, shrink, gain: isPair ? (slope[shrink] ?? 0) - (slope[grow] ?? 0) : 0 };
}

/** The held weights that are to be let go: of the best pair to move one into the other, those that are held. */
function findReleased(
  slope: readonly number[],
  weights: readonly number[],
  isHeld: readonly boolean[],
  limits: Limits,
): number[] {
  const { grow, shrink, gain } = extremes(slope, weights, limits);
  if (gain <= TOLERANCE * size(slope)) return [];
  return [grow, shrink].filter((asset) => isHeld[asset]);
}

const size = (slope: readonly number[]) => Math.max(1e-12, ...slope.map(Math.abs));

/**
 * How far weights are from the best: the most that moving weight from one asset to another would still gain, relative to
 * the gradient. 0 exactly where the conditions of Karush, Kuhn and Tucker hold.
 */
export function missOptimum(
  covariance: Matrix,
  gains: readonly number[],
  limits: Limits,
  weights: readonly number[],
): number {
  const slope = gradient(covariance, gains, weights);
  return Math.max(0, extremes(slope, weights, limits).gain) / size(slope);
}

/** Moves weight between the two assets that gain most by it, until none gains: sets right what rounding left over. */
function descendByPairs(
  covariance: Matrix,
  gains: readonly number[],
  limits: Limits,
  weights: number[],
): number[] {
  const { low, high } = limits;
  for (let round = 0; round < 2_000; round += 1) {
    const slope = gradient(covariance, gains, weights);
    const { grow, shrink, gain } = extremes(slope, weights, limits);
    if (gain <= TOLERANCE * size(slope)) break;
    const curve =
      covariance.get(grow, grow) + covariance.get(shrink, shrink) - 2 * covariance.get(grow, shrink);
    const [more, less] = [weights[grow] ?? 0, weights[shrink] ?? 0];
    const move = Math.min(
      gain / Math.max(curve, 1e-300),
      (high[grow] ?? 1) - more,
      less - (low[shrink] ?? 0),
    );
    if (more + move === more || less - move === less) break;
    weights[grow] = more + move;
    weights[shrink] = less - move;
  }
  return weights;
}
