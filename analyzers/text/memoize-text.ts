/** Longer text is one-off user input; the site's own content is truncated before it gets here. */
const CACHED_LENGTH_MAX = 8_000;

/**
 * Memoizes a pure function for the `maxEntries` most recently used strings, because every question searches the same
 * articles. Callers must not modify the results.
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
