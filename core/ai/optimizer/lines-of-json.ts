/** Deeper than any exchange export nests its positions. */
const DEPTH_MAX = 4;
const HELD = /^(?:asset|symbol|ticker|coin|currency|token|name)$/i;
const AMOUNT = /^(?:amount|quantity|qty|balance|units|size|free|total)$/i;

/**
 * Converts holdings pasted as JSON to the line format: [{"asset":"BTC","amount":1}] and {"BTC":1} become "BTC 1".
 * Returns other input unchanged.
 */
export function linesOfJson(input: string): string {
  if (!/^\s*[[{]/.test(input)) return input;
  try {
    const lines = linesIn(JSON.parse(input), 0);
    return lines.length > 0 ? lines.join("\n") : input;
  } catch {
    return input;
  }
}

function linesIn(value: unknown, depth: number): string[] {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return [];
  if (Array.isArray(value)) return value.flatMap((item) => linesIn(item, depth + 1));
  const entries = Object.entries(value);
  const held = entries.find(([key, name]) => HELD.test(key) && typeof name === "string");
  const amount = entries.find(([key, figure]) => AMOUNT.test(key) && isFigure(figure));
  if (held && amount) return [`${held[1]} ${amount[1]}`];
  return entries.flatMap(([key, inner]) =>
    isFigure(inner) ? [`${key} ${inner}`] : linesIn(inner, depth + 1),
  );
}

const isFigure = (value: unknown) =>
  typeof value === "number" || (typeof value === "string" && /^\d{1,15}(?:\.\d{1,18})?$/.test(value));
