import { quantileSorted } from "simple-statistics";

/** How far the outcome may lie from the expected logarithm, either way, 1, 2, … days ahead. */
export interface Bands {
  readonly half80: Float64Array;
  readonly half95: Float64Array;
}

/** Where the normal distribution has its 80 and 95 in 100. */
const NORMAL_80 = 1.2816;
const NORMAL_95 = 1.96;
/** How much of yesterday's variance a day's estimate keeps (the figure that risk measurement has long used). */
const MEMORY = 0.94;
/** How much of an unusual variance is left a day later. */
const RETURN_TO_USUAL = 0.97;

/**
 * Bands from the errors of one day's expectation: their own quantiles for the first day; further on their variance adds
 * up with `weights` (what an error moves later days by) and the shape goes over to the normal one. The variance starts
 * half-way between the usual and the recent one and returns to the usual.
 */
export function computeBands(errors: Float64Array, weights: Float64Array, days: number): Bands {
  const usual = Math.max(meanSquare(errors), 0);
  const half80 = new Float64Array(days);
  const half95 = new Float64Array(days);
  if (usual === 0 || errors.length === 0) return { half80, half95 };
  const scaled = new Float64Array(errors.length);
  let recent = usual;
  errors.forEach((error, at) => {
    scaled[at] = Math.abs(error) / Math.sqrt((recent + usual) / 2);
    recent = MEMORY * recent + (1 - MEMORY) * error * error;
  });
  scaled.sort();
  // As many errors as there are, a little beyond the sample's quantile: what is to come is one more draw.
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
    // 1 where a single day decides, towards 0 the more days add up: so fast a sum goes over to the normal shape.
    const single = squares / (variance * variance);
    half80[ahead - 1] = spread * (NORMAL_80 + (own80 - NORMAL_80) * single);
    half95[ahead - 1] = spread * (NORMAL_95 + (own95 - NORMAL_95) * single);
  }
  return { half80, half95 };
}

function meanSquare(errors: Float64Array): number {
  let sum = 0;
  for (const error of errors) sum += error * error;
  return errors.length === 0 ? 0 : sum / errors.length;
}
