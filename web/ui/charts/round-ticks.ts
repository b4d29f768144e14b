/** Returns about `count` multiples of a round step (1, 2, 2.5 or 5 times a power of ten) that cover a range. */
export function computeRoundTicks(low: number, high: number, count: number): number[] {
  const rawStep = (high - low || Math.abs(high) || 1) / count;
  const power = 10 ** Math.floor(Math.log10(rawStep));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rawStep * 0.999) ?? 10) * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: Math.max(last - first, 1) + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/**
 * Widens a range around its middle to at least `share` times its upper end, so that small changes look small. A range
 * of positive values isn't extended below zero.
 */
export function widenRange(low: number, high: number, share: number): readonly [low: number, high: number] {
  const padding = Math.max(0, high * share - (high - low)) / 2;
  return [Math.max(Math.min(low, 0), low - padding), high + padding];
}
