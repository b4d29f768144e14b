import { formatCount } from "#core/format-count.ts";
import { formatList } from "#core/format-list.ts";
import { formatPrice } from "#core/market/wording.ts";

/** A fraction as a percentage: "2.4%", "−0.3%". */
export function formatPercent(fraction: number, decimals = 1): string {
  const text = Math.abs(fraction * 100).toFixed(decimals);
  const [integer = "", rest] = text.split(".");
  const groupedInteger = integer.length > 3 ? Number(integer).toLocaleString("en") : integer;
  const isZero = Number(text) === 0;
  return `${fraction < 0 && !isZero ? "−" : ""}${rest === undefined ? groupedInteger : `${groupedInteger}.${rest}`}%`;
}

/** A fraction as a percentage with its sign: "+2.4%". */
export function formatSignedPercent(fraction: number, decimals = 1): string {
  const text = formatPercent(fraction, decimals);
  return fraction > 0 && Number((fraction * 100).toFixed(decimals)) !== 0 ? `+${text}` : text;
}

/** Untrusted text as one shortened line, escaped for Markdown. */
export function formatPlain(text: string, limit = 60): string {
  const line = text
    .slice(0, limit * 4)
    .replaceAll(/[\p{C}\s]+/gu, " ")
    // Prevents automatic links.
    .replaceAll("://", ": //")
    .trim();
  const characters = [...line];
  const shortenedLine = characters.length > limit ? `${characters.slice(0, limit).join("")}…` : line;
  return shortenedLine.replaceAll(/[\\`*_{}[\]<>#|~!]/g, "\\$&");
}

/** A price with enough decimals to distinguish steps of `step` dollars: "$1.0003" for a stable asset. */
export function formatFinePrice(price: number, step: number): string {
  const decimals = step > 0 ? Math.min(8, Math.ceil(-Math.log10(step)) + 1) : 0;
  if (decimals <= 2 || (price < 1 && price * 10 ** decimals < 10_000)) return formatPrice(price);
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `$${price.toLocaleString("en", options)}`;
}

/** The first parts of a list, and how many more there are: "a, b and 3 more". */
export function formatFirst(parts: readonly string[], limit: number): string {
  const remainingCount = parts.length - limit;
  return formatList(
    remainingCount > 0 ? [...parts.slice(0, limit), formatCount(remainingCount, "more", "more")] : parts,
  );
}
