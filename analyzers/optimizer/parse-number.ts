import type { LeftOutReason } from "./holdings.ts";

export interface ParsedNumber {
  readonly value: number;
  /** "other": an amount in a currency other than dollars. */
  readonly unit: "plain" | "usd" | "percent" | "other";
  readonly text: string;
}

const BODY = [
  // 0,5 or 1000,50
  "(?<comma>(?<![,\\d])0,\\d{1,18}(?![,\\d])|(?<![,.\\d])\\d{1,18},\\d{1,2}(?![,\\d]))",
  // 10,000.50 with any common thousands separator.
  "(?<grouped>\\d{1,3}(?:[,'’_\\u0020\\u00a0\\u202f]\\d{3}){1,6}(?:\\.\\d{1,18})?(?!\\d))",
  // 10.000,50
  "(?<european>\\d{1,3}(?:\\.\\d{3}){1,6},\\d{1,18})",
  "(?<plain>\\d{1,400}(?:\\.\\d{1,400})?|\\.\\d{1,400})",
].join("|");

const NUMBER = new RegExp(
  `(?<sign>[-−]?)(?:(?<money>(?:US)?\\$|[€£¥]|(?:USD|EUR)(?= ?\\d)) ?)?(?:${BODY})(?:e(?<power>[+-]?\\d{1,2})(?![\\p{L}\\p{N}]))?` +
    "(?<scale>[kKmM](?![\\p{L}\\p{N}]))?(?: ?(?<unit>%|(?:percent|pct|usd|us\\$|dollars?|bucks|eur|euros?|[$€£])(?![\\p{L}\\p{N}])))?",
  "iuy",
);

/** The number at this position, with its separators, sign, currency, "k" or "%"; null if there is none. */
export function parseNumberAt(text: string, position: number): ParsedNumber | null {
  // Most characters can't start a number. Rule those out quickly.
  if (!/[-−$€£¥ueUE.\d]/.test(text[position] ?? "")) return null;
  NUMBER.lastIndex = position;
  const match = NUMBER.exec(text);
  const groups = match?.groups;
  if (!match || !groups) return null;
  const { comma, grouped, european, plain = "" } = groups;
  const digits =
    comma?.replace(",", ".") ??
    grouped?.replaceAll(/[^\d.]/g, "") ??
    european?.replaceAll(".", "").replace(",", ".") ??
    plain;
  const scale = groups.scale === undefined ? 1 : /k/i.test(groups.scale) ? 1e3 : 1e6;
  const magnitude = Number(digits) * scale * 10 ** Number(groups.power ?? 0);
  const unit = (groups.unit ?? groups.money ?? "").toLowerCase();
  return { value: groups.sign ? -magnitude : magnitude, unit: classifyUnit(unit), text: match[0] };
}

/** Larger amounts are typos. */
const AMOUNT_MAX = 1e15;

/** Why a number can't be the amount of a holding; null if it can. */
export function findLeftOutReason({ value, unit }: ParsedNumber): LeftOutReason["kind"] | null {
  if (unit === "other") return "currency";
  if (value < 0) return "negative";
  return value < AMOUNT_MAX ? null : "size";
}

function classifyUnit(unit: string): ParsedNumber["unit"] {
  if (unit === "") return "plain";
  if (/^(?:%|p)/.test(unit)) return "percent";
  return /\$|^usd|^doll|^buck/.test(unit) ? "usd" : "other";
}
