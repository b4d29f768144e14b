/**
 * How many letters of a word have to be put in, taken out, changed or swapped with the next one to make it another;
 * `most` + 1 when it is more than `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  const from = [...a];
  const to = [...b];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let above = to.map((_, column) => column).concat(to.length);
  for (const [row, letter] of from.entries()) {
    const line = [row + 1];
    for (const [column, other] of to.entries()) {
      const swapped =
        row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other
          ? (before[column - 1] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      line.push(
        Math.min(
          (above[column + 1] ?? 0) + 1,
          (line[column] ?? 0) + 1,
          (above[column] ?? 0) + (letter === other ? 0 : 1),
          swapped,
        ),
      );
    }
    before = above;
    above = line;
  }
  return Math.min(above[to.length] ?? 0, most + 1);
}

/** Of words that look like a word those that it may be a misspelling of, the likeliest first. */
export function likeliest(word: string, candidates: readonly string[], amount: number): string[] {
  const most = word.length >= 8 ? 3 : word.length >= 5 ? 2 : 1;
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, amount)
    .map(({ candidate }) => candidate);
}
