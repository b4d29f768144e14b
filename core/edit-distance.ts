/**
 * Computes the restricted Damerau-Levenshtein distance (optimal string alignment): the smallest number of letters to
 * insert, delete, change or swap with the next one, without editing a swapped pair again. Returns `maxDistance` + 1 if
 * the distance is greater than `maxDistance`.
 */
export function computeEditDistance(a: string, b: string, maxDistance: number): number {
  const fromLetters = [...a];
  const toLetters = [...b];
  if (Math.abs(fromLetters.length - toLetters.length) > maxDistance) return maxDistance + 1;
  let rowBeforePrevious: number[] = [];
  let previousRow = toLetters.map((_, column) => column).concat(toLetters.length);
  for (const [row, letter] of fromLetters.entries()) {
    const currentRow = [row + 1];
    for (const [column, other] of toLetters.entries()) {
      const swapCost =
        row > 0 && column > 0 && letter === toLetters[column - 1] && fromLetters[row - 1] === other
          ? (rowBeforePrevious[column - 1] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      currentRow.push(
        Math.min(
          (previousRow[column + 1] ?? 0) + 1,
          (currentRow[column] ?? 0) + 1,
          (previousRow[column] ?? 0) + (letter === other ? 0 : 1),
          swapCost,
        ),
      );
    }
    if (Math.min(...currentRow) > maxDistance) return maxDistance + 1;
    rowBeforePrevious = previousRow;
    previousRow = currentRow;
  }
  return Math.min(previousRow[toLetters.length] ?? 0, maxDistance + 1);
}
