/**
 * The Damerau-Levenshtein distance of two words: the number of letters to insert, delete, change or swap with the
 * next. `most` + 1 if it exceeds `most`.
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
    if (Math.min(...line) > most) return most + 1;
    before = above;
    above = line;
  }
  return Math.min(above[to.length] ?? 0, most + 1);
}
