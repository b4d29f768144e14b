import { CALENDAR_RULES } from "./calendar-rules.ts";
import { toDayNumber } from "./daily-series.ts";

export interface RequestedTime {
  /** Days from today to the first and the last day of the time, negative for the past. */
  readonly from: number;
  readonly until: number;
  /** The calendar time in words ("March 2027"); null for a number of days from today. */
  readonly name: string | null;
}

const mapWords = (
  groups: readonly (readonly [value: number, words: string])[],
): ReadonlyMap<string, number> =>
  new Map(groups.flatMap(([value, words]) => words.split(" ").map((word) => [word, value] as const)));

const NUMBER_WORDS = mapWords([
  [1, "a an one next coming this the"],
  [2, "two couple"],
  [3, "three few"],
  [4, "four"],
  [5, "five"],
  [6, "six"],
  [7, "seven"],
  [8, "eight"],
  [9, "nine"],
  [10, "ten"],
  [12, "twelve"],
  [14, "fourteen"],
  [30, "thirty"],
  [60, "sixty"],
  [90, "ninety"],
]);
/** The length of each unit in days. */
const UNITS = mapWords([
  [1 / 24, "h hour hours"],
  [1, "d day days"],
  [7, "w week weeks weekly"],
  [14, "fortnight"],
  [30, "mo month months monthly"],
  [91, "quarter quarters"],
  [365, "y year years"],
  [3650, "decade decades"],
]);
const PAST_WORDS = new Set(["last", "past", "previous", "since", "ago"]);
/** Words that mean one unit without a number: "the weekly outlook". */
const STANDALONE_UNITS = new Set(["weekly", "monthly", "fortnight"]);

/**
 * The time asked about; null if there is none. A time that only says when something happened ("fell in the last 30
 * days") doesn't count.
 */
export function parseRequestedTime(input: string, today: string): RequestedTime | null {
  const now = toDayNumber(today);
  const days = parseDuration(input);
  if (now === null) return days === null ? null : { from: days, until: days, name: null };
  const date = new Date(today);
  for (const { pattern, read } of CALENDAR_RULES) {
    const match = pattern.exec(input);
    if (!match || isBackground(input.slice(0, match.index), match[0])) continue;
    const foundTime = read(match.groups ?? {}, date);
    if (foundTime === null || !Number.isFinite(foundTime.first)) continue;
    // A past date next to a time ahead is background: "BTC was higher on 2026-01-01, and next week?"
    if (foundTime.last < now && days !== null) break;
    return { from: foundTime.first - now, until: foundTime.last - now, name: foundTime.name };
  }
  return days === null ? null : { from: days, until: days, name: null };
}

/** Whether a time says when something happened, such as "since March", instead of how far to look ahead. */
const isBackground = (before: string, match: string) =>
  /\b(?:since|last|after|compared (?:to|with)|from)\s*$/i.test(before) || /^from\b/i.test(match);

/** Days ahead, from the first duration that isn't in the past; null if there is none. */
function parseDuration(input: string): number | null {
  const words = input.toLowerCase().match(/\d{1,5}(?:\.\d{1,3})?[a-z]{0,8}|\p{L}+/gu) ?? [];
  for (const [index, word] of words.entries()) {
    const [, figure = "", attachedUnit = ""] = /^([\d.]{1,9})([a-z]{1,8})$/.exec(word) ?? [];
    const unit = UNITS.get(attachedUnit || word);
    if (unit === undefined) continue;
    const number = attachedUnit ? Number(figure) : parseNumber(words[index - 1], words[index - 2]);
    const start = attachedUnit ? index : index - 1;
    if (
      PAST_WORDS.has(words[start - 1] ?? "") ||
      PAST_WORDS.has(words[start] ?? "") ||
      words[index + 1] === "ago"
    )
      continue;
    if (number !== null) return number * unit;
    if (STANDALONE_UNITS.has(word)) return unit;
  }
  return null;
}

function parseNumber(word: string | undefined, before: string | undefined): number | null {
  if (word === undefined) return null;
  if (/^[\d.]{1,9}$/.test(word)) return Number(word);
  return NUMBER_WORDS.get(word === "of" ? (before ?? "") : word) ?? null;
}
