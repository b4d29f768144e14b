/** The minimum distance between the middles of two labels on a phone, as a fraction of the axis. */
const LABEL_DISTANCE_MIN = 0.19;

/** About half a label's width on a phone, as a fraction of the axis. */
const HALF_LABEL_WIDTH = 0.08;

/** Returns every tick, or every second, third and so on, so that labels don't touch and their distances stay equal. */
export function dropCrowdedTicks<Tick extends { readonly at: number }>(ticks: readonly Tick[]) {
  for (let step = 1; step < ticks.length; step++)
    for (let first = 0; first < step; first++) {
      const remainingTicks = ticks.filter((_, index) => index % step === first);
      const middles = remainingTicks.map(({ at: position }) => getLabelMiddle(position));
      if (
        middles.every(
          (middle, index) => index === 0 || middle - (middles[index - 1] ?? 0) >= LABEL_DISTANCE_MIN,
        )
      )
        return remainingTicks;
    }
  return ticks.slice(0, 1);
}

/** The middle of a label. Labels at the ends are shifted inwards. */
const getLabelMiddle = (position: number): number =>
  isNearStart(position)
    ? position + HALF_LABEL_WIDTH
    : isNearEnd(position)
      ? position - HALF_LABEL_WIDTH
      : position;

/** Whether a label at this position (0 to 1) would extend beyond an end of the axis. */
export const isNearStart = (position: number): boolean => position < 0.06;
export const isNearEnd = (position: number): boolean => position > 0.94;
