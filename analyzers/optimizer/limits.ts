/** The lowest and highest weight of each asset, in the order of the assets. Weights add up to 1. */
export interface Limits {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

const EPSILON = 1e-12;

/**
 * Why no weights satisfy the limits: a minimum above its maximum, or maximums or minimums that can't add up to 1. Null
 * if some weights do.
 */
export function findLimitConflict({ low, high }: Limits): "crossed" | "too-low" | "too-high" | null {
  if (low.some((min, asset) => min > (high[asset] ?? 0) + EPSILON)) return "crossed";
  if (sum(high) < 1 - EPSILON) return "too-low";
  return sum(low) > 1 + EPSILON ? "too-high" : null;
}

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Finds the weights within the limits that are nearest to a point: the point minus a common amount, clipped to the
 * limits. The sum of the weights is piecewise linear in that amount, so this searches the breakpoints and interpolates
 * exactly between two of them. The limits must be feasible.
 */
export function projectOntoLimits(point: readonly number[], { low, high }: Limits): number[] {
  const clip = (shift: number) =>
    point.map((value, asset) => Math.min(high[asset] ?? 1, Math.max(low[asset] ?? 0, value - shift)));
  const breakpoints = point
    .flatMap((value, asset) => [value - (low[asset] ?? 0), value - (high[asset] ?? 1)])
    .sort((a, b) => a - b);
  let [first, last] = [0, breakpoints.length - 1];
  while (last - first > 1) {
    const middle = (first + last) >> 1;
    if (sum(clip(breakpoints[middle] ?? 0)) >= 1) first = middle;
    else last = middle;
  }
  const [from, to] = [breakpoints[first] ?? 0, breakpoints[last] ?? 0];
  const [max, min] = [sum(clip(from)), sum(clip(to))];
  if (max - min < EPSILON) return clip(from);
  return clip(from + ((max - 1) / (max - min)) * (to - from));
}
