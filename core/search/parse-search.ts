import { CATEGORY_LABELS, POST_CATEGORIES } from "#core/forum/categories.ts";
import { NEWS_CATEGORIES, NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { SEARCH_FILTERS_MAX, SEARCH_LETTERS_MIN, SEARCH_WORDS_MAX } from "./limits.ts";
import { readDate } from "./read-date.ts";

const SEARCH_OPERATORS = ["tag", "author", "category", "before", "after"] as const;
type Operator = (typeof SEARCH_OPERATORS)[number];

/** Something in a search that was left out of it, and why. */
export interface SearchProblem {
  readonly written: string;
  readonly message: string;
}

/** A value after tag:, author: or category:, or what a minus before it keeps out. */
export interface SearchFilter {
  readonly by: "tag" | "author" | "category";
  readonly value: string;
  readonly isExcluded: boolean;
}

export interface ParsedSearch {
  /** Words, as they were typed, that may be parts of others or misspelt; each has to be found. */
  readonly words: readonly string[];
  /** Phrases in quotes, words after a minus and words around OR, in websearch_to_tsquery's own language; "" is none. */
  readonly strict: string;
  readonly filters: readonly SearchFilter[];
  /** From this moment on. */
  readonly since: Date | null;
  /** Up to this moment, itself not included. */
  readonly until: Date | null;
  readonly problems: readonly SearchProblem[];
  /** Whether too little was said to look for anything. */
  readonly isTooShort: boolean;
}

/** A minus, an operator, and a phrase in quotes or a word. */
const TOKEN = /(-?)(?:(\p{L}+):(?!\/\/))?(?:"([^"]*)(?:"|$)|([^\s"]*))/gu;
/** Of these writings a single character can be a word. */
const WHOLE_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Reads what was typed: words, "phrases", -exclusions, tag: author: category: before: after:. Whatever cannot be meant
 * so is left out and said in `problems`. Never throws.
 */
export function parseSearch(text: string, now: Date): ParsedSearch {
  const reading = {
    words: [] as string[],
    strict: [] as string[],
    filters: [] as SearchFilter[],
    since: [] as Date[],
    until: [] as Date[],
    problems: [] as SearchProblem[],
  };
  const hasAlternatives = /\S\s+OR\s+\S/.test(text);
  for (const [written, minus = "", operator, phrase, word = ""] of text.matchAll(TOKEN)) {
    if (written === "") continue;
    const value = (phrase ?? word).trim();
    if (operator !== undefined) {
      const message = takeOperator(reading, operator.toLowerCase(), value, minus === "-", now);
      if (message !== null) reading.problems.push({ written, message });
    } else if (/[\p{L}\p{N}]/u.test(value)) {
      const isStrict = phrase !== undefined || minus === "-" || hasAlternatives;
      if (!isStrict) reading.words.push(value);
      else reading.strict.push(phrase === undefined ? `${minus}${value}` : `${minus}"${value}"`);
    }
  }
  const since = latest(reading.since);
  const until = earliest(reading.until);
  if (since && until && since >= until) {
    reading.problems.push({
      written: "before:",
      message: "nothing lies between the two dates. The one of after: comes first.",
    });
  }
  const words = reading.words.slice(0, SEARCH_WORDS_MAX);
  const strict = reading.strict.slice(0, SEARCH_WORDS_MAX).join(" ");
  return {
    words,
    strict,
    filters: reading.filters,
    since,
    until: until && since && since >= until ? null : until,
    problems: reading.problems,
    isTooShort: reading.filters.length === 0 && !since && !until && !saysEnough([...words, strict].join("")),
  };
}

type Reading = {
  readonly filters: SearchFilter[];
  readonly since: Date[];
  readonly until: Date[];
};

/** What is wrong with it; null where it was taken. */
function takeOperator(
  reading: Reading,
  operator: string,
  value: string,
  isExcluded: boolean,
  now: Date,
): string | null {
  if (!isOperator(operator)) {
    return `there is no “${operator}:” to search by. To look for these very words, put them in quotes.`;
  }
  if (value === "") return `write something right after “${operator}:”, without a space.`;
  if (operator === "before" || operator === "after") {
    if (isExcluded) return `a minus does not go with “${operator}:”.`;
    const date = readDate(value, now);
    if (!date) return `“${value}” is no date. Write 2025, 2025-03, 2025-03-09, yesterday or 7d.`;
    reading[operator === "before" ? "until" : "since"].push(date);
    return null;
  }
  if (reading.filters.length >= SEARCH_FILTERS_MAX) return "these are too many at once.";
  const category = operator === "category" ? readCategory(value) : value;
  if (category === null) {
    return `there is no category “${value}”. There are: ${SEARCH_CATEGORIES.join(", ")}.`;
  }
  reading.filters.push({
    by: operator,
    value: operator === "tag" ? value.replace(/^#+/, "").toLowerCase() : category.replace(/^@+/, ""),
    isExcluded,
  });
  return null;
}

function isOperator(name: string): name is Operator {
  return (SEARCH_OPERATORS as readonly string[]).includes(name);
}

/** The categories of posts and news. */
const SEARCH_CATEGORIES: readonly string[] = [...new Set([...POST_CATEGORIES, ...NEWS_CATEGORIES])];

/** By its name in addresses or by its label. */
function readCategory(value: string): string | null {
  const wanted = value.toLowerCase();
  const labels = Object.entries({ ...NEWS_CATEGORY_LABELS, ...CATEGORY_LABELS });
  return (
    SEARCH_CATEGORIES.find((category) => category === wanted) ??
    labels.find(([, label]) => label.toLowerCase() === wanted)?.[0] ??
    null
  );
}

function saysEnough(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= SEARCH_LETTERS_MIN || WHOLE_WORD.test(text);
}

const latest = (dates: readonly Date[]) => dates.reduce<Date | null>((a, b) => (a && a > b ? a : b), null);
const earliest = (dates: readonly Date[]) => dates.reduce<Date | null>((a, b) => (a && a < b ? a : b), null);
