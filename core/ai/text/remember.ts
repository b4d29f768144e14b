/** Longer texts are one-off user input; the site's own texts are truncated before they get here. */
const LONGEST = 8_000;

/**
 * Memoizes a pure function of a text for the `most` recently used texts, since the same articles are read for every
 * question. Results are shared, so callers must not modify them.
 */
export function remember<Reading extends object | string>(
  read: (text: string) => Reading,
  most: number,
): (text: string) => Reading {
  const kept = new Map<string, Reading>();
  return (text) => {
    let reading = kept.get(text);
    if (reading === undefined) {
      reading = read(text);
      if (text.length > LONGEST) return reading;
      const [oldest] = kept.size < most ? [] : kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    } else kept.delete(text);
    kept.set(text, reading);
    return reading;
  };
}
