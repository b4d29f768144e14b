import type { PriceHistory } from "#core/market/price-history.ts";
import { toDayNumber } from "./daily-series.ts";
import {
  findMentions,
  findUnknownSymbols,
  type Guess,
  guessAsset,
  indexAssetNames,
  splitWords,
} from "./find-assets.ts";

export interface Question {
  /** Known assets named in the input, in order and without duplicates. */
  readonly assets: readonly PriceHistory[];
  /** The asset, if it was recognized despite a typo. */
  readonly guess: Guess | null;
  /** Symbols in the input that are not known. */
  readonly unknown: readonly string[];
  /** In days. */
  readonly horizon: number;
  /** The number of days asked for if it exceeds the maximum; otherwise null. */
  readonly requestedHorizon: number | null;
}

const DEFAULT_HORIZON = 14;
export const HORIZON_DAYS_MAX = 90;

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  next: 1,
  coming: 1,
  this: 1,
  the: 1,
  two: 2,
  couple: 2,
  three: 3,
  few: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fourteen: 14,
  thirty: 30,
  sixty: 60,
  ninety: 90,
};
const UNITS: Readonly<Record<string, number>> = {
  h: 1 / 24,
  hour: 1 / 24,
  hours: 1 / 24,
  d: 1,
  day: 1,
  days: 1,
  w: 7,
  week: 7,
  weeks: 7,
  weekly: 7,
  fortnight: 14,
  month: 30,
  months: 30,
  monthly: 30,
  mo: 30,
  quarter: 91,
  quarters: 91,
  year: 365,
  years: 365,
  y: 365,
};
const PAST = new Set(["last", "past", "previous", "since", "ago"]);
/** Units that need no number. */
const STANDALONE_UNITS = new Set(["weekly", "monthly", "fortnight"]);

/** Which assets the input names, and how far ahead it asks. `today` is YYYY-MM-DD. */
export function parseQuestion(input: string, histories: readonly PriceHistory[], today: string): Question {
  const words = splitWords(input);
  const mentions = findMentions(input, words, indexAssetNames(histories));
  const isAllCaps = words.length > 3 && input === input.toUpperCase();
  const days = parseHorizon(input, today);
  const horizon = Math.min(HORIZON_DAYS_MAX, Math.max(1, Math.round(days ?? DEFAULT_HORIZON)));
  const unknown = findUnknownSymbols(words, mentions, isAllCaps);
  const guess = mentions.length + unknown.length === 0 ? guessAsset(words, histories) : null;
  return {
    assets: guess ? [guess.history] : [...new Set(mentions.map(({ history }) => history))],
    guess,
    unknown,
    horizon,
    requestedHorizon: days !== null && days > HORIZON_DAYS_MAX ? Math.round(days) : null,
  };
}

/** Days ahead, from the first time expression that isn't in the past; null if there is none. */
function parseHorizon(input: string, today: string): number | null {
  const words = input.toLowerCase().match(/\d{1,5}(?:\.\d{1,3})?[a-z]{0,8}|\p{L}+/gu) ?? [];
  const date = /\b\d{4}-\d{2}-\d{2}\b/.exec(input)?.[0];
  const [until, from] = [toDayNumber(date ?? ""), toDayNumber(today)];
  if (until !== null && from !== null && until > from) return until - from;
  // "in 2030" and "by 2030" mean its start, "end of 2027" its end. A bare number may be a price.
  const [, end, year = ""] = /\b(?:in|by|for|until|(end of)) (20\d\d)\b/i.exec(input) ?? [];
  const targetDay = toDayNumber(year === "" ? "" : end ? `${year}-12-31` : `${year}-01-01`);
  if (targetDay !== null && from !== null && targetDay > from) return targetDay - from;
  for (const [index, word] of words.entries()) {
    if (word === "tomorrow" || word === "tonight" || word === "today") return 1;
    const [, figure = "", joined = ""] = /^([\d.]{1,9})([a-z]{1,8})$/.exec(word) ?? [];
    const unit = UNITS[joined || word];
    if (unit === undefined || !Object.hasOwn(UNITS, joined || word)) continue;
    const number = joined ? Number(figure) : parseNumber(words[index - 1], words[index - 2]);
    const start = joined ? index : index - 1;
    if (PAST.has(words[start - 1] ?? "") || PAST.has(words[start] ?? "") || words[index + 1] === "ago")
      continue;
    if (number !== null) return number * unit;
    if (STANDALONE_UNITS.has(word)) return unit;
  }
  return null;
}

function parseNumber(word: string | undefined, before: string | undefined): number | null {
  if (word === undefined) return null;
  if (/^[\d.]{1,9}$/.test(word)) return Number(word);
  // "a couple of weeks"
  const name = word === "of" ? (before ?? "") : word;
  return Object.hasOwn(NUMBER_WORDS, name) ? (NUMBER_WORDS[name] ?? null) : null;
}
