/** Longer texts are what visitors paste, once; the site's own are cut before they are read. */
const LONGEST = 8_000;

/**
 * Makes a reading that is kept for the `most` texts asked for last: the same articles are looked at with question after
 * question. What is read must be a matter of the text alone, and is not to be changed by who gets it.
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
