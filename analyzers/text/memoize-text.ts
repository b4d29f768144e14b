/** Longer text is one-off user input; the site's own content is truncated before it gets here. */
const CACHED_LENGTH_MAX = 8_000;

/**
 * Memoizes a pure function for at most `maxEntries` strings, because every question searches the same articles. Callers
 * must not modify the results. Uses two generations instead of an LRU order, because moving an entry to the end of a map
 * takes longer than finding it.
 */
export function memoizeByText<Result extends object | string>(
  compute: (text: string) => Result,
  maxEntries: number,
): (text: string) => Result {
  let recent = new Map<string, Result>();
  let older = new Map<string, Result>();
  return (text) => {
    const cachedResult = recent.get(text);
    if (cachedResult !== undefined) return cachedResult;
    const result = older.get(text) ?? compute(text);
    if (text.length > CACHED_LENGTH_MAX) return result;
    if (recent.size >= maxEntries / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(text, result);
    return result;
  };
}
