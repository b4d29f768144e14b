/** 1 January 2024 in seconds. Any fixed moment works, because only differences between ranks matter. */
const EPOCH_SECONDS = 1_704_067_200;
/** An age of 12.5 hours weighs as much as a tenfold score. */
const SECONDS_PER_TENFOLD = 45_000;

/**
 * Adds the logarithm of the score to the creation time. The rank doesn't decay with time, so it can be stored and
 * indexed.
 */
export function computeHotRank(upvotes: number, downvotes: number, createdAt: Date): number {
  const score = upvotes - downvotes;
  const weight = Math.sign(score) * Math.log10(Math.max(Math.abs(score), 1));
  return weight + (createdAt.getTime() / 1000 - EPOCH_SECONDS) / SECONDS_PER_TENFOLD;
}
