export interface RankTest {
  /** Probability that a value of the first sample exceeds one of the second; 0.5 if they are indistinguishable. */
  readonly auc: number;
  /** The two-sided p-value, from the normal approximation of the Mann-Whitney U test. */
  readonly p: number;
}

/** Compares two samples without assumptions about their distribution. */
export function compareRanks(first: readonly number[], second: readonly number[]): RankTest {
  const values = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let start = 0; start < values.length; ) {
    let end = start;
    while (end < values.length && values[end]?.value === values[start]?.value) end += 1;
    const ties = values.slice(start, end);
    // Equal values get their average rank; ranks start at 1.
    rankSum += (ties.filter(({ isFirst }) => isFirst).length * (start + end + 1)) / 2;
    start = end;
  }
  const [m, n] = [first.length, second.length];
  const u = rankSum - (m * (m + 1)) / 2;
  const z = (u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
  return { auc: u / (m * n), p: Math.min(1, 2 * computeUpperTail(Math.abs(z))) };
}

/** P(Z > z) for the standard normal distribution (Abramowitz and Stegun 26.2.17, within 1e-7). */
function computeUpperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
