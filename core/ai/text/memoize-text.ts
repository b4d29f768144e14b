/** Longer texts are one-off user input; the site's own texts are truncated before they get here. */
const CACHED_LENGTH_MAX = 8_000;

/**
 * Memoizes a pure function of a text for the `maxEntries` most recently used texts, because every question searches
 * the same articles. Results are shared, so callers must not modify them.
 */
export function memoizeByText<Result extends object | string>(
  compute: (text: string) => Result,
  maxEntries: number,
): (text: string) => Result {
  const cache = new Map<string, Result>();
  return (text) => {
    let result = cache.get(text);
    if (result === undefined) {
      result = compute(text);
      if (text.length > CACHED_LENGTH_MAX) return result;
      const [oldest] = cache.size < maxEntries ? [] : cache.keys();
      if (oldest !== undefined) cache.delete(oldest);
    } else cache.delete(text);
    cache.set(text, result);
    return result;
  };
}
