import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { type Limits, projectOntoLimits } from "./limits.ts";

// The loops in this file use an index, because iterators create an object for each element.

/** The allowed violation of the optimality conditions, relative to the gradient. */
const TOLERANCE = 1e-10;

/**
 * Finds the weights that minimize ½·wᵀCw − gᵀw, are within the limits and add up to 1, with an active-set method. Weights
 * at a limit are fixed, and the others are solved for exactly. A weight that reaches a limit becomes fixed, and is
 * released if moving it away from the limit improves the result. `covariance` must be positive definite and the limits
 * feasible. The result satisfies the Karush-Kuhn-Tucker conditions.
 */
export function solveQuadratic(
  covariance: Matrix,
  gains: readonly number[],
  limits: Limits,
  start: readonly number[] = gains.map(() => 1 / gains.length),
): number[] {
  const { low, high } = limits;
  const weights = projectOntoLimits(start, limits);
  const fixedFlags = weights.map(
    (weight, asset) => weight <= (low[asset] ?? 0) || weight >= (high[asset] ?? 1),
  );
  for (let round = 0; round < 100 + 20 * weights.length; round += 1) {
    const freeAssets = weights.flatMap((_, asset) => (fixedFlags[asset] ? [] : [asset]));
    const gradient = computeGradient(covariance, gains, weights);
    const step = freeAssets.length > 1 ? solveFreeStep(covariance, gradient, freeAssets) : [];
    const blocker = takeStep(weights, freeAssets, step, limits);
    if (blocker !== null) {
      fixedFlags[blocker] = true;
      continue;
    }
    const releasedAssets = findReleased(
      computeGradient(covariance, gains, weights),
      weights,
      fixedFlags,
      limits,
    );
    if (releasedAssets.length === 0) break;
    for (const asset of releasedAssets) fixedFlags[asset] = false;
  }
  return descendByPairs(covariance, gains, limits, weights);
}

/** The gradient of ½·wᵀCw − gᵀw at these weights. Without gains, each asset's covariance with the portfolio. */
export function computeGradient(covariance: Matrix, gains: readonly number[], weights: readonly number[]) {
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
function solveFreeStep(covariance: Matrix, gradient: readonly number[], freeAssets: readonly number[]) {
  const cholesky = new CholeskyDecomposition(covariance.selection([...freeAssets], [...freeAssets]));
  const solutions = cholesky.solve(new Matrix(freeAssets.map((asset) => [-(gradient[asset] ?? 0), 1])));
  const [newtonStep, sumDirection] = [solutions.getColumn(0), solutions.getColumn(1)];
  const sumValues = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const shift = -sumValues(newtonStep) / sumValues(sumDirection);
  return newtonStep.map((value, index) => value + shift * (sumDirection[index] ?? 0));
}

/** Takes the step as far as the limits allow and returns the asset whose weight hit its limit, if any. */
function takeStep(
  weights: number[],
  freeAssets: readonly number[],
  step: readonly number[],
  { low, high }: Limits,
): number | null {
  let fraction = 1;
  let blocker: number | null = null;
  for (let index = 0; index < freeAssets.length; index += 1) {
    const asset = freeAssets[index] ?? 0;
    const move = step[index] ?? 0;
    if (move === 0) continue;
    const bound = move < 0 ? (low[asset] ?? 0) : (high[asset] ?? 1);
    const allowedFraction = Math.max(0, (bound - (weights[asset] ?? 0)) / move);
    if (allowedFraction < fraction) [fraction, blocker] = [allowedFraction, asset];
  }
  for (let index = 0; index < freeAssets.length; index += 1) {
    const asset = freeAssets[index] ?? 0;
    const newWeight = (weights[asset] ?? 0) + fraction * (step[index] ?? 0);
    weights[asset] = Math.min(high[asset] ?? 1, Math.max(low[asset] ?? 0, newWeight));
  }
  if (blocker !== null)
    weights[blocker] = ((step[freeAssets.indexOf(blocker)] ?? 0) < 0 ? low[blocker] : high[blocker]) ?? 0;
  return blocker;
}

/** The two assets between which a shift of weight gains the most: it goes from `donor` to `receiver`. */
function findExtremes(gradient: readonly number[], weights: readonly number[], { low, high }: Limits) {
  let [receiver, donor] = [-1, -1];
  for (let asset = 0; asset < weights.length; asset += 1) {
    const weight = weights[asset] ?? 0;
    const value = gradient[asset] ?? 0;
    if (weight < (high[asset] ?? 1) && (receiver < 0 || value < (gradient[receiver] ?? 0))) receiver = asset;
    if (weight > (low[asset] ?? 0) && (donor < 0 || value > (gradient[donor] ?? 0))) donor = asset;
  }
  const isPair = receiver >= 0 && donor >= 0;
  return { receiver, donor, gain: isPair ? (gradient[donor] ?? 0) - (gradient[receiver] ?? 0) : 0 };
}

/** The fixed weights to release: those of the two assets between which it pays most to shift weight. */
function findReleased(
  gradient: readonly number[],
  weights: readonly number[],
  fixedFlags: readonly boolean[],
  limits: Limits,
): number[] {
  const { receiver, donor, gain } = findExtremes(gradient, weights, limits);
  if (gain <= TOLERANCE * measureSize(gradient)) return [];
  return [receiver, donor].filter((asset) => fixedFlags[asset]);
}

const measureSize = (gradient: readonly number[]) => Math.max(1e-12, ...gradient.map(Math.abs));

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
  const gradient = computeGradient(covariance, gains, weights);
  return Math.max(0, findExtremes(gradient, weights, limits).gain) / measureSize(gradient);
}

/** Shifts weight between the two assets where it pays most, until there is no gain. This corrects rounding errors. */
function descendByPairs(covariance: Matrix, gains: readonly number[], limits: Limits, weights: number[]) {
  const { low, high } = limits;
  for (let round = 0; round < 2_000; round += 1) {
    const gradient = computeGradient(covariance, gains, weights);
    const { receiver, donor, gain } = findExtremes(gradient, weights, limits);
    if (gain <= TOLERANCE * measureSize(gradient)) break;
    const curvature =
      covariance.get(receiver, receiver) + covariance.get(donor, donor) - 2 * covariance.get(receiver, donor);
    const [receiverWeight, donorWeight] = [weights[receiver] ?? 0, weights[donor] ?? 0];
    const move = Math.min(
      gain / Math.max(curvature, 1e-300),
      (high[receiver] ?? 1) - receiverWeight,
      donorWeight - (low[donor] ?? 0),
    );
    if (receiverWeight + move === receiverWeight || donorWeight - move === donorWeight) break;
    weights[receiver] = receiverWeight + move;
    weights[donor] = donorWeight - move;
  }
  return weights;
}
