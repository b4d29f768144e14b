/** The two-sided 95% quantile of the standard normal distribution. */
const Z = 1.96;

/**
 * The lower bound of the 95% confidence interval for the share of upvotes. The fewer votes, the lower it is: 1 upvote
 * of 1 (0.21) ranks below 90 of 100 (0.83).
 */
export function computeWilsonLowerBound(upvotes: number, downvotes: number): number {
  const n = upvotes + downvotes;
  if (upvotes === 0) return 0;
  const share = upvotes / n;
  const z2 = Z * Z;
  const center = share + z2 / (2 * n);
  const spread = Z * Math.sqrt((share * (1 - share) + z2 / (4 * n)) / n);
  return Math.max(0, (center - spread) / (1 + z2 / n));
}
