import { quantileSorted } from "simple-statistics";

/** Half-widths of the bands around the expected log price, 1, 2, … days ahead. */
export interface Bands {
  readonly halfWidth80: Float64Array;
  readonly halfWidth95: Float64Array;
}

/** The normal distribution's two-sided quantiles for 80% and 95%. */
const NORMAL_80 = 1.2816;
const NORMAL_95 = 1.96;
/** Decay of the variance estimate per day (the RiskMetrics value). */
const MEMORY = 0.94;
/** The share of an unusual variance that remains a day later. */
const RETURN_TO_USUAL = 0.97;

/**
 * Bands from one-day errors: empirical quantiles for the first day; beyond it, variances accumulate with `weights`
 * (how much an error shifts later days) and the shape approaches the normal distribution. The variance starts halfway
 * between the long-run and the recent level and reverts to the long-run level.
 */
export function computeBands(errors: Float64Array, weights: Float64Array, days: number): Bands {
  const usual = Math.max(meanSquare(errors), 0);
  const half80 = new Float64Array(days);
  const half95 = new Float64Array(days);
  if (usual === 0 || errors.length === 0) return { halfWidth80: half80, halfWidth95: half95 };
  const scaled = new Float64Array(errors.length);
  let recent = usual;
  errors.forEach((error, at) => {
    scaled[at] = Math.abs(error) / Math.sqrt((recent + usual) / 2);
    recent = MEMORY * recent + (1 - MEMORY) * error * error;
  });
  scaled.sort();
  // Slightly beyond the sample quantile, because the future is one more draw.
  const beyond = (share: number) => Math.min(1, (share * (scaled.length + 1)) / scaled.length);
  const own80 = quantileSorted(Array.from(scaled), beyond(0.8));
  const own95 = quantileSorted(Array.from(scaled), beyond(0.95));
  const variances = new Float64Array(days);
  let left = (recent - usual) / 2;
  for (let step = 0; step < days; step += 1) {
    variances[step] = usual + left;
    left *= RETURN_TO_USUAL;
  }
  for (let ahead = 1; ahead <= days; ahead += 1) {
    let variance = 0;
    let squares = 0;
    for (let step = 1; step <= ahead; step += 1) {
      const weight = step === ahead ? 1 : (weights[ahead - step - 1] ?? 0);
      const part = weight * weight * (variances[step - 1] ?? 0);
      variance += part;
      squares += part * part;
    }
    const spread = Math.sqrt(variance);
    // 1 if a single day dominates, approaching 0 as days add up and the sum becomes normal.
    const single = squares / (variance * variance);
    half80[ahead - 1] = spread * (NORMAL_80 + (own80 - NORMAL_80) * single);
    half95[ahead - 1] = spread * (NORMAL_95 + (own95 - NORMAL_95) * single);
  }
  return { halfWidth80: half80, halfWidth95: half95 };
}

function meanSquare(errors: Float64Array): number {
  let sum = 0;
  for (const error of errors) sum += error * error;
  return errors.length === 0 ? 0 : sum / errors.length;
}
