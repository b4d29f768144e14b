/** 1 January 2024 in seconds: any fixed moment does, as only differences between ranks count. */
const EPOCH_SECONDS = 1_704_067_200;
/** Twelve and a half hours of age weigh as much as ten times the score. */
const SECONDS_PER_TENFOLD = 45_000;

/**
 * How hot a post is: the logarithm of its score plus the time it was made. It never decays, so it is stored with
 * the post, changes with its votes only, and an index reads the list from it.
 */
export function hotRank(upvotes: number, downvotes: number, createdAt: Date): number {
  const score = upvotes - downvotes;
  const weight = Math.sign(score) * Math.log10(Math.max(Math.abs(score), 1));
  return weight + (createdAt.getTime() / 1000 - EPOCH_SECONDS) / SECONDS_PER_TENFOLD;
}
