/**
 * Whether one word may be the other with a typing error: one letter more, less, other or two swapped; from eight
 * letters on two such errors (Damerau and Levenshtein's distance).
 */
export function isTypo(word: string, name: string): boolean {
  const most = Math.min(word.length, name.length) >= 8 ? 2 : 1;
  if (Math.abs(word.length - name.length) > most) return false;
  let before: number[] = [];
  let row = Array.from({ length: name.length + 1 }, (_, at) => at);
  for (let i = 1; i <= word.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= name.length; j += 1) {
      const isSame = word[i - 1] === name[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && word[i - 1] === name[j - 2] && word[i - 2] === name[j - 1];
      if (isSwap) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return false;
    before = row;
    row = next;
  }
  return (row[name.length] ?? most + 1) <= most;
}
