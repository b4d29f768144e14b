import { CALENDAR_RULES } from "./calendar-rules.ts";
import { toDayNumber } from "./daily-series.ts";

/** The time a question asks about. */
export interface RequestedTime {
  /** Days from today to its first and its last day. Both are negative for a time in the past. */
  readonly from: number;
  readonly until: number;
  /** The calendar time in words ("March 2027"); null for a number of days from today. */
  readonly name: string | null;
}

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
  decade: 3650,
  decades: 3650,
};
const PAST = new Set(["last", "past", "previous", "since", "ago"]);
/** Units that need no number. */
const STANDALONE_UNITS = new Set(["weekly", "monthly", "fortnight"]);

/** The time asked about; null if there is none. Times that only describe the past ("fell in the last 30 days") don't count. */
export function parseHorizon(input: string, today: string): RequestedTime | null {
  const now = toDayNumber(today);
  const days = parseDuration(input);
  if (now === null) return days === null ? null : { from: days, until: days, name: null };
  const date = new Date(today);
  for (const { pattern, read } of CALENDAR_RULES) {
    const match = pattern.exec(input);
    if (!match || isBackground(input.slice(0, match.index), match[0])) continue;
    const found = read(match.groups ?? {}, date);
    if (found === null || !Number.isFinite(found.first)) continue;
    // A past date next to a time ahead is background: "BTC was higher on 2026-01-01, and next week?"
    if (found.last < now && days !== null) break;
    return { from: found.first - now, until: found.last - now, name: found.name };
  }
  return days === null ? null : { from: days, until: days, name: null };
}

/** "Since March" and "the crash of 2022" say when something was. */
const isBackground = (before: string, match: string) =>
  /\b(?:since|last|after|compared (?:to|with)|from)\s*$/i.test(before) || /^from\b/i.test(match);

/** Days ahead, from the first duration that isn't in the past; null if there is none. */
function parseDuration(input: string): number | null {
  const words = input.toLowerCase().match(/\d{1,5}(?:\.\d{1,3})?[a-z]{0,8}|\p{L}+/gu) ?? [];
  for (const [index, word] of words.entries()) {
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
