import type { PriceHistory } from "#core/market/price-history.ts";
import { type AssetNames, findListedAssets, splitWords } from "../outlook/find-assets.ts";
import { type ParsedNumber, parseNumberAt } from "./parse-number.ts";

/** A token of a holdings line. `start` and `end` are positions in the line. */
export type Token = { readonly start: number; readonly end: number } & (
  | ({ readonly kind: "number" } & ParsedNumber)
  | { readonly kind: "asset"; readonly history: PriceHistory }
  /** Any other word. `isSymbol`: whether it looks like an unknown symbol. */
  | { readonly kind: "word"; readonly text: string; readonly isSymbol: boolean }
  | { readonly kind: "limit"; readonly side: "high" | "low" | "both" }
  | { readonly kind: "rate" }
  /** Next to "each" or "per asset", a limit applies to all assets. */
  | { readonly kind: "each" }
  /** The assets next to "the rest" share what is left of 100%, or of the money. */
  | { readonly kind: "rest" }
  /** `isCellBreak`: whether it is a comma or similar, as between the cells of a row. */
  | { readonly kind: "break"; readonly isCellBreak: boolean }
);

export type NumberToken = Extract<Token, { kind: "number" }>;
export type AssetToken = Extract<Token, { kind: "asset" }>;

export const quoteTokens = (line: string, tokens: readonly Token[]) =>
  line.slice(Math.min(...tokens.map(({ start }) => start)), Math.max(...tokens.map(({ end }) => end)));

/** "Minimum variance" is an objective, so "minimum" doesn't begin a limit there. */
const NOT_OBJECTIVE = "(?!\\s{1,3}(?:sharpe|variance|volatility|risk|return|drawdown))";
const WORD_END = "(?![\\p{L}\\p{N}])";
const KEYWORDS: readonly {
  readonly token: { kind: "limit"; side: "high" | "low" | "both" } | { kind: "rate" };
  readonly pattern: RegExp;
}[] = [
  {
    token: { kind: "rate" },
    pattern: new RegExp(`(?:risk[- ]?free(?: (?:interest )?rate)?|rf)${WORD_END}`, "iuy"),
  },
  { token: { kind: "limit", side: "both" }, pattern: /between(?=\s{1,3}\d)/iuy },
  {
    token: { kind: "limit", side: "high" },
    pattern: new RegExp(
      `(?:(?:max(?:imum|imal)?\\.?|at most|(?:no|not) more than|up to|below|under|(?:no|any|none|nothing|not)(?: \\p{L}{1,12})? (?:above|over|exceed(?:s|ing)?)|cap(?:ped)?(?: (?:at|of))?|limit(?:ed)?(?: (?:of|to))?)${WORD_END}${NOT_OBJECTIVE}|<=?|≤)`,
      "iuy",
    ),
  },
  {
    token: { kind: "limit", side: "low" },
    pattern: new RegExp(
      `(?:(?:min(?:imum|imal)?\\.?|at least|(?:no|not) less than)${WORD_END}${NOT_OBJECTIVE}|>=?|≥)`,
      "iuy",
    ),
  },
];

const BREAK_WORDS = new Set([
  "and",
  "plus",
  "und",
  "et",
  "then",
  "split",
  "between",
  "across",
  "among",
  "into",
]);
const REST_WORDS = new Set(["rest", "remaining", "remainder"]);
const EACH_WORDS = new Set(["each", "per", "every", "any", "single"]);
const IGNORED_WORDS = new Set(
  (
    "a about all allocate allocation am an approximately are as asset assets at balance balanced best better " +
    "bought by can cash coin coins crypto currently cryptocurrency amount amounts quantity symbol price prices " +
    "diversified diversify do dollar dollars equally evenly for from give got had has have help hello hey hi hold " +
    "holding holdings how i in investment invest invested is it its keep like make me mix my now of ok on one " +
    "optimal optimise optimize our own percent percentage please portfolio propose rate rebalance " +
    "risk sharpe should so some spread that the them then these this to token tokens total variance volatility " +
    "return returns want way we weight weights what with within worth would you your averse d don ll m moderately " +
    "re risky s t ve suggest reduce lower plus coinbase wallet units unit value usd us maximize minimize maximise " +
    "minimise money put toward towards"
  ).split(" "),
);

const FIGURES = "\\d{1,3}(?: ?/ ?\\d{1,3}){1,7}";
const NAMES = "\\$?\\p{L}[\\p{L}\\p{N}]{0,11}(?: ?/ ?\\$?\\p{L}[\\p{L}\\p{N}]{0,11}){1,7}";
const FIGURES_FIRST = new RegExp(`(?<![\\d/.,])(${FIGURES})%? (?:in |of )?(${NAMES})`, "gu");
const NAMES_FIRST = new RegExp(`(?<![\\p{L}\\p{N}/])(${NAMES}) (${FIGURES})(?![\\d/.,])`, "gu");

const FRACTION_SIGNS: Readonly<Record<string, string>> = {
  "½": "1/2",
  "⅓": "1/3",
  "⅔": "2/3",
  "¼": "1/4",
  "¾": "3/4",
  "⅕": "1/5",
  "⅛": "1/8",
};
const FRACTION = /(?<![\d./,$€£\p{L}])(\d{1,2})\/(\d{1,2})(?![\d./,%\p{L}])/gu;
const FRACTION_OF_ALL = /\d\/\d{1,2} (?:in|into|to)\b/i;
const REST_PATTERN = /\b(?:rest|remaining|remainder)\b/i;

/**
 * Rewrites "1/2 BTC" as "0.5 BTC", or as "50% BTC" if the fractions are shares: they add up to one, "the rest" is
 * mentioned, or the input says "1/2 in BTC".
 */
export function expandNumericFractions(input: string): string {
  const text = input.replaceAll(/(?<!\d)[½⅓⅔¼¾⅕⅛]/g, (sign) => FRACTION_SIGNS[sign] ?? sign);
  const fractions = [...text.matchAll(FRACTION)].filter(([, numerator, denominator]) =>
    isFraction(numerator, denominator),
  );
  if (fractions.length === 0) return input;
  const sum = fractions.reduce(
    (total, [, numerator, denominator]) => total + Number(numerator) / Number(denominator),
    0,
  );
  const areShares = Math.abs(sum - 1) < 0.001 || REST_PATTERN.test(text) || FRACTION_OF_ALL.test(text);
  return text.replaceAll(FRACTION, (match, numerator: string, denominator: string) => {
    if (!isFraction(numerator, denominator)) return match;
    const value = Number(numerator) / Number(denominator);
    return areShares ? `${Number((value * 100).toFixed(4))}%` : `${Number(value.toFixed(6))}`;
  });
}

/** "40/60" isn't a fraction but two percentages. */
const isFraction = (numerator = "", denominator = "") =>
  Number(numerator) > 0 &&
  Number(numerator) < Number(denominator) &&
  Number(numerator) + Number(denominator) !== 100;

/** "Half a bitcoin" is an amount, not a share. */
const HALF_OF_ONE = /\bhalf an? (?=\p{L})/giu;
const FRACTION_WORDS =
  /(?<!\b(?:\d{1,9}|one|two|three|four|five|six|seven|eight|nine|ten) and )\b(?:((?:(?:an?|one) )?half)|(an?|one|two|three|four) (third|quarter|fifth|tenth)s?)\b(?!-)/gi;
const NUMERATORS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4 };
const DENOMINATORS: Readonly<Record<string, number>> = { third: 3, quarter: 4, fifth: 5, tenth: 10 };

/** Rewrites "two thirds in ETH" as "66.67% in ETH". */
function expandFractionWords(text: string): string {
  return text
    .replaceAll(HALF_OF_ONE, "0.5 ")
    .replaceAll(FRACTION_WORDS, (_match, half?: string, numerator = "", denominator = "") => {
      if (half !== undefined) return "50%";
      const share =
        (NUMERATORS[numerator.toLowerCase()] ?? 1) / (DENOMINATORS[denominator.toLowerCase()] ?? 1);
      return `${Number((share * 100).toFixed(2))}%`;
    });
}

/** Rewrites "60/40 BTC/ETH" as "60% BTC, 40% ETH", in either order, and "half bitcoin" as "50% bitcoin". */
export function expandShares(text: string): string {
  const rewrite = (match: string, percentages: string, names: string) => {
    const [parts, assets] = [percentages, names].map((list) => list.split("/").map((part) => part.trim()));
    const isComplete = parts?.reduce((sum, part) => sum + Number(part), 0) === 100;
    if (!parts || !assets || parts.length !== assets.length || !isComplete) return match;
    return parts.map((part, index) => `${part}% ${assets[index]}`).join(", ");
  };
  return expandFractionWords(text)
    .replaceAll(FIGURES_FIRST, rewrite)
    .replaceAll(NAMES_FIRST, (match: string, names: string, percentages: string) =>
      rewrite(match, percentages, names),
    );
}

/** Inserts a space between digits and letters, as in "0.5BTC" and "$5,000ETH", unless they form a name. */
export function separateNumbers(text: string, names: AssetNames): string {
  return text.replaceAll(
    /(?<![\p{L}\p{N}])(\d[\d.,]{0,30})(\p{L}{2,12})(?![\p{L}\p{N}])/gu,
    (match, number: string, letters: string) =>
      names.has(match.toLowerCase()) || /^(?:percent|pct|usd|dollars?)$/i.test(letters)
        ? match
        : `${number} ${letters}`,
  );
}

/** Splits a line into tokens, without the words that don't matter. */
export function splitHoldings(line: string, names: AssetNames): Token[] {
  const words = splitWords(line);
  const mentions = new Map(
    findListedAssets(line, words, names).map((mention) => [
      words[mention.from]?.start ?? -1,
      { history: mention.history, end: words[mention.to - 1]?.end ?? 0 },
    ]),
  );
  const wordEnds = new Map(words.map(({ start, end }) => [start, end]));
  const tokens: Token[] = [];
  for (let position = 0; position < line.length; ) {
    const token = parseTokenAt(line, position, mentions, wordEnds, tokens.at(-1));
    if (token) tokens.push(token);
    position = token ? token.end : (wordEnds.get(position) ?? position + 1);
  }
  return tokens;
}

function parseTokenAt(
  line: string,
  start: number,
  mentions: ReadonlyMap<number, { history: PriceHistory; end: number }>,
  wordEnds: ReadonlyMap<number, number>,
  last: Token | undefined,
): Token | null {
  const character = line[start] ?? "";
  if (/\s/.test(character) && character !== "\t") return null;
  const isAfterWord =
    start > 0 && wordEnds.has(start) === false && /[\p{L}\p{N}]/u.test(line[start - 1] ?? "");
  const mention = mentions.get(start);
  const keyword =
    mention && line.slice(start, mention.end).toLowerCase() !== "max" ? undefined : parseKeyword(line, start);
  if (keyword) return { ...keyword.token, start, end: keyword.end };
  if (mention) return { kind: "asset", history: mention.history, start, end: mention.end };
  const number = isAfterWord && /[-−.]/.test(character) ? null : parseNumberAt(line, start);
  if (number) return { kind: "number", ...number, start, end: start + number.text.length };
  const end = wordEnds.get(start);
  if (end === undefined)
    return isBreak(line, start, last)
      ? { kind: "break", isCellBreak: /[,;|\t]/.test(character), start, end: start + 1 }
      : null;
  const text = line.slice(start, end);
  if (BREAK_WORDS.has(text.toLowerCase())) return { kind: "break", isCellBreak: false, start, end };
  if (REST_WORDS.has(text.toLowerCase())) return { kind: "rest", start, end };
  if (EACH_WORDS.has(text.toLowerCase())) return { kind: "each", start, end };
  if (IGNORED_WORDS.has(text.toLowerCase())) return null;
  const isSymbol = line[start - 1] === "$" || /^[\p{Lu}\p{N}]{2,10}$/u.test(text);
  return { kind: "word", text, isSymbol, start, end };
}

function parseKeyword(line: string, start: number) {
  if (!/[a-z<>≤≥]/i.test(line[start] ?? "") || /[\p{L}\p{N}]/u.test(line[start - 1] ?? "")) return undefined;
  for (const { token, pattern } of KEYWORDS) {
    pattern.lastIndex = start;
    const match = pattern.exec(line);
    if (match) return { token, end: start + match[0].length };
  }
  return undefined;
}

/**
 * Whether a character separates holdings, as a comma does. A colon after an asset doesn't, and a full stop only does
 * before a space or at the end.
 */
function isBreak(line: string, position: number, last: Token | undefined): boolean {
  const character = line[position] ?? "";
  if (/[,;|\t+&/]/.test(character)) return true;
  if (character === ":") return last?.kind !== "asset";
  return character === "." && /^\s?$/.test(line[position + 1] ?? "");
}
