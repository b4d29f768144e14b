/** Longer texts are one-off user input; the site's own texts are truncated before they get here. */
const LONGEST = 8_000;

/**
 * Memoizes a pure function of a text for the `most` recently used texts, since the same articles are read for every
 * question. Results are shared, so callers must not modify them.
 */
export function memoizeByText<Reading extends object | string>(
  read: (text: string) => Reading,
  most: number,
): (text: string) => Reading {
  const cache = new Map<string, Reading>();
  return (text) => {
    let reading = cache.get(text);
    if (reading === undefined) {
      reading = read(text);
      if (text.length > LONGEST) return reading;
      const [oldest] = cache.size < most ? [] : cache.keys();
      if (oldest !== undefined) cache.delete(oldest);
    } else cache.delete(text);
    cache.set(text, reading);
    return reading;
  };
}
