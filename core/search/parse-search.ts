import { CATEGORY_LABELS, POST_CATEGORIES } from "#core/forum/categories.ts";
import { NEWS_CATEGORIES, NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { SEARCH_CHARACTERS_MIN, SEARCH_FILTERS_MAX, SEARCH_TERMS_MAX } from "./limits.ts";
import { parseSearchDate } from "./parse-search-date.ts";

const SEARCH_OPERATORS = ["tag", "author", "category", "before", "after"] as const;
type Operator = (typeof SEARCH_OPERATORS)[number];

/** An ignored part of a search, and why it was ignored. */
export interface SearchProblem {
  readonly input: string;
  readonly message: string;
}

/** A tag:, author: or category: filter. A minus before it excludes matches. */
export interface SearchFilter {
  readonly field: "tag" | "author" | "category";
  readonly value: string;
  readonly isExcluded: boolean;
}

export interface ParsedSearch {
  /** Words as typed. Each must be found, but parts of words and misspellings also match. */
  readonly words: readonly string[];
  /** Quoted phrases, excluded words and, in a search with OR, all words, in the syntax of websearch_to_tsquery. */
  readonly tsquery: string;
  readonly filters: readonly SearchFilter[];
  /** Inclusive. */
  readonly since: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
  readonly problems: readonly SearchProblem[];
  /** Whether there is too little to search for. */
  readonly isTooShort: boolean;
}

/** An optional minus, an optional operator, and a quoted phrase or a word. */
const TOKEN = /(-?)(?:(\p{L}{1,20}):(?!\/\/))?(?:"([^"]*)(?:"|$)|([^\s"]*))/gu;
/** Scripts in which a single character can be a word. */
const SINGLE_CHARACTER_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Parses a search. Never throws, but reports what it can't understand. If `now` is null, there are no filters, and
 * "tag:" and the like are ordinary words.
 */
export function parseSearch(text: string, now: Date | null): ParsedSearch {
  const parsed = {
    words: [] as string[],
    strictTerms: [] as string[],
    filters: [] as SearchFilter[],
    since: [] as Date[],
    until: [] as Date[],
    problems: [] as SearchProblem[],
  };
  const hasAlternatives = /\S\s+OR\s+\S/.test(text);
  for (const [input, minus = "", operator, phrase, word = ""] of text.matchAll(TOKEN)) {
    if (input === "") continue;
    const prefix = operator === undefined || now !== null ? "" : `${operator} `;
    const value = `${prefix}${phrase ?? word}`.trim();
    if (operator !== undefined && now !== null) {
      const message = applyOperator(parsed, operator.toLowerCase(), value, minus === "-", now);
      if (message !== null) parsed.problems.push({ input, message });
    } else if (/[\p{L}\p{N}]/u.test(value)) {
      const isStrict = phrase !== undefined || minus === "-" || hasAlternatives;
      if (!isStrict) parsed.words.push(value);
      else
        parsed.strictTerms.push(
          phrase === undefined && prefix === "" ? `${minus}${value}` : `${minus}"${value}"`,
        );
    }
  }
  const since = findLatest(parsed.since);
  const until = findEarliest(parsed.until);
  if (since && until && since >= until) {
    parsed.problems.push({
      input: "before:",
      message: "the “after:” date must be earlier than the “before:” date.",
    });
  }
  const words = parsed.words.slice(0, SEARCH_TERMS_MAX);
  const tsquery = parsed.strictTerms.slice(0, SEARCH_TERMS_MAX).join(" ");
  return {
    words,
    tsquery,
    filters: parsed.filters,
    since,
    until: until && since && since >= until ? null : until,
    problems: parsed.problems,
    isTooShort:
      parsed.filters.length === 0 && !since && !until && !hasEnoughText([...words, tsquery].join("")),
  };
}

type ParsedOperators = {
  readonly filters: SearchFilter[];
  readonly since: Date[];
  readonly until: Date[];
};

/** Returns the problem, or null if the operator was applied. */
function applyOperator(
  parsed: ParsedOperators,
  operator: string,
  text: string,
  isExcluded: boolean,
  now: Date,
): string | null {
  if (!isOperator(operator)) {
    return `there is no “${operator}:” filter. To search for this text, put it in quotes.`;
  }
  const value =
    operator === "tag" ? text.replace(/^#+/, "") : operator === "author" ? text.replace(/^@+/, "") : text;
  if (value === "") return `add a value right after “${operator}:”, without a space.`;
  if (operator === "before" || operator === "after") {
    if (isExcluded) return `you can't put a minus sign before “${operator}:”.`;
    const date = parseSearchDate(value, now);
    if (!date)
      return `“${value}” isn't a date. Use a format like 2025, 2025-03, 2025-03-09, yesterday or 7d.`;
    parsed[operator === "before" ? "until" : "since"].push(date);
    return null;
  }
  if (parsed.filters.length >= SEARCH_FILTERS_MAX) return "there are too many filters.";
  const category = operator === "category" ? findCategory(value) : value;
  if (category === null) {
    return `there is no category “${value}”. Choose from: ${SEARCH_CATEGORIES.join(", ")}.`;
  }
  parsed.filters.push({
    field: operator,
    value: operator === "tag" ? value.toLowerCase() : category,
    isExcluded,
  });
  return null;
}

function isOperator(name: string): name is Operator {
  return (SEARCH_OPERATORS as readonly string[]).includes(name);
}

const SEARCH_CATEGORIES: readonly string[] = [...new Set([...POST_CATEGORIES, ...NEWS_CATEGORIES])];

/** Accepts a category's value or its label. */
function findCategory(value: string): string | null {
  const name = value.toLowerCase();
  const labels = Object.entries({ ...NEWS_CATEGORY_LABELS, ...CATEGORY_LABELS });
  return (
    SEARCH_CATEGORIES.find((category) => category === name) ??
    labels.find(([, label]) => label.toLowerCase() === name)?.[0] ??
    null
  );
}

function hasEnoughText(text: string): boolean {
  return (
    (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= SEARCH_CHARACTERS_MIN || SINGLE_CHARACTER_WORD.test(text)
  );
}

const findLatest = (dates: readonly Date[]) =>
  dates.reduce<Date | null>((a, b) => (a && a > b ? a : b), null);
const findEarliest = (dates: readonly Date[]) =>
  dates.reduce<Date | null>((a, b) => (a && a < b ? a : b), null);
