/** Deeper than any exchange export nests its positions. */
const DEPTH_MAX = 4;
const ASSET_KEY = /^(?:asset|symbol|ticker|coin|currency|token|name)$/i;
const AMOUNT_KEY = /^(?:amount|quantity|qty|balance|units|size|free|total)$/i;

/**
 * Converts holdings from JSON to lines: [{"asset":"BTC","amount":1}] and {"BTC":1} become "BTC 1". Returns other input
 * unchanged.
 */
export function jsonToLines(input: string): string {
  if (!/^\s*[[{]/.test(input)) return input;
  try {
    const lines = collectLines(JSON.parse(input), 0);
    return lines.length > 0 ? lines.join("\n") : input;
  } catch {
    return input;
  }
}

function collectLines(value: unknown, depth: number): string[] {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return [];
  if (Array.isArray(value)) return value.flatMap((item) => collectLines(item, depth + 1));
  const entries = Object.entries(value);
  const asset = entries.find(([key, name]) => ASSET_KEY.test(key) && typeof name === "string");
  const amount = entries.find(([key, figure]) => AMOUNT_KEY.test(key) && isFigure(figure));
  if (asset && amount) return [`${asset[1]} ${amount[1]}`];
  return entries.flatMap(([key, inner]) =>
    isFigure(inner) ? [`${key} ${inner}`] : collectLines(inner, depth + 1),
  );
}

const isFigure = (value: unknown) =>
  typeof value === "number" || (typeof value === "string" && /^\d{1,15}(?:\.\d{1,18})?$/.test(value));
