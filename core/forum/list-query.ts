import { type CategoryChip, isPostCategory } from "./categories.ts";
import { dropInvisibleCharacters } from "./invisible.ts";
import { SEARCH_MAX, TAG_LENGTH_MAX } from "./limits.ts";
import { dropUnreadableCharacters, trimLine } from "./text.ts";
import { POST_SORTS, type PostListQuery, type PostSort, TOP_PERIODS, type TopPeriod } from "./types.ts";

/** A list's state in its URL. */
export interface ListAddress {
  readonly sort: PostSort;
  readonly period: TopPeriod;
  /** A chip's value, a post category without a chip, or "all". */
  readonly category: string;
  readonly tag: string | null;
  readonly search: string;
  readonly cursor: string | null;
}

const DEFAULTS: ListAddress = {
  sort: "hot",
  period: "all",
  category: "all",
  tag: null,
  search: "",
  cursor: null,
};

function pick<Value extends string>(values: readonly Value[], given: string | null, otherwise: Value): Value {
  return values.find((value) => value === given) ?? otherwise;
}

function clean(text: string | null, max: number): string {
  return [...trimLine(dropInvisibleCharacters(dropUnreadableCharacters(text ?? "")))]
    .slice(0, max)
    .join("")
    .trim();
}

/** Reads `?sort=&period=&category=&tag=&q=&after=`. Unknown values fall back to the defaults. */
export function readListAddress(params: URLSearchParams, chips: readonly CategoryChip[]): ListAddress {
  const category = params.get("category") ?? "all";
  const known = chips.some((chip) => chip.value === category) || isPostCategory(category);
  return {
    sort: pick(POST_SORTS, params.get("sort"), DEFAULTS.sort),
    period: pick(TOP_PERIODS, params.get("period"), DEFAULTS.period),
    category: known ? category : "all",
    tag: clean(params.get("tag"), TAG_LENGTH_MAX) || null,
    search: clean(params.get("q"), SEARCH_MAX),
    cursor: params.get("after") || null,
  };
}

/** Leaves out defaults, and the period unless the sort is Top. */
export function writeListAddress(address: Partial<ListAddress>): URLSearchParams {
  const { sort, period, category, tag, search, cursor } = { ...DEFAULTS, ...address };
  const params = new URLSearchParams();
  if (category !== DEFAULTS.category) params.set("category", category);
  if (sort !== DEFAULTS.sort) params.set("sort", sort);
  if (sort === "top" && period !== DEFAULTS.period) params.set("period", period);
  if (tag) params.set("tag", tag);
  if (search) params.set("q", search);
  if (cursor) params.set("after", cursor);
  return params;
}

/** Turns the chip into the post categories that it includes. */
export function toPostListQuery(address: ListAddress, chips: readonly CategoryChip[]): PostListQuery {
  const { category, sort, period, tag, search, cursor } = address;
  const chip = chips.find((one) => one.value === category);
  const categories = chip ? chip.includes : isPostCategory(category) ? [category] : [];
  return { sort, period, categories, tag, search, cursor };
}
