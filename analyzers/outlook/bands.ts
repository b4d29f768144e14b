import { quantileSorted } from "simple-statistics";

export type Bands = ReturnType<typeof computeBands>;

/** The normal distribution's two-sided quantiles for 80% and 95%. */
const NORMAL_80 = 1.2816;
const NORMAL_95 = 1.96;
/** Daily decay factor of the variance estimate (the RiskMetrics value). */
const VARIANCE_DECAY = 0.94;
/** Daily decay factor of the difference from the long-run variance. */
const EXCESS_DECAY = 0.97;

/**
 * Computes the standard deviation of the log price 1, 2, … days ahead and the half-widths of the bands around its mean.
 * The first day's bands are quantiles of past one-day errors, scaled to that day's variance. Further ahead, the
 * variance is the sum of the variances of all days so far, each scaled by how much that day's error shifts later days
 * (`weights`), and the bands approach those of a normal distribution. The daily variance starts halfway between its
 * long-run and its recent level, and reverts to the long-run level.
 */
export function computeBands(errors: Float64Array, weights: Float64Array, days: number) {
  const longRunVariance = Math.max(computeMeanSquare(errors), 0);
  const halfWidths80 = new Float64Array(days);
  const halfWidths95 = new Float64Array(days);
  const deviations = new Float64Array(days);
  if (longRunVariance === 0 || errors.length === 0) return { halfWidths80, halfWidths95, deviations };
  const scaledErrors = new Float64Array(errors.length);
  let recentVariance = longRunVariance;
  errors.forEach((error, index) => {
    scaledErrors[index] = Math.abs(error) / Math.sqrt((recentVariance + longRunVariance) / 2);
    recentVariance = VARIANCE_DECAY * recentVariance + (1 - VARIANCE_DECAY) * error * error;
  });
  scaledErrors.sort();
  // Finite-sample correction: past quantiles alone would cover slightly too few future errors.
  const widenShare = (share: number) =>
    Math.min(1, (share * (scaledErrors.length + 1)) / scaledErrors.length);
  const quantile80 = quantileSorted(Array.from(scaledErrors), widenShare(0.8));
  const quantile95 = quantileSorted(Array.from(scaledErrors), widenShare(0.95));
  const variances = new Float64Array(days);
  let excess = (recentVariance - longRunVariance) / 2;
  for (let step = 0; step < days; step += 1) {
    variances[step] = longRunVariance + excess;
    excess *= EXCESS_DECAY;
  }
  for (let horizon = 1; horizon <= days; horizon += 1) {
    let variance = 0;
    let sumOfSquares = 0;
    for (let step = 1; step <= horizon; step += 1) {
      const weight = step === horizon ? 1 : (weights[horizon - step - 1] ?? 0);
      const contribution = weight * weight * (variances[step - 1] ?? 0);
      variance += contribution;
      sumOfSquares += contribution * contribution;
    }
    const deviation = Math.sqrt(variance);
    deviations[horizon - 1] = deviation;
    // 1 if a single day dominates, approaching 0 as days add up and the sum becomes normal.
    const concentration = sumOfSquares / (variance * variance);
    halfWidths80[horizon - 1] = deviation * (NORMAL_80 + (quantile80 - NORMAL_80) * concentration);
    halfWidths95[horizon - 1] = deviation * (NORMAL_95 + (quantile95 - NORMAL_95) * concentration);
  }
  return { halfWidths80, halfWidths95, deviations };
}

function computeMeanSquare(errors: Float64Array): number {
  let sum = 0;
  for (const error of errors) sum += error * error;
  return errors.length === 0 ? 0 : sum / errors.length;
}
