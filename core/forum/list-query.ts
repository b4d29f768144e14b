import { type CategoryChip, isPostCategory } from "./categories.ts";
import { dropInvisibleCharacters } from "./invisible.ts";
import { SEARCH_MAX, TAG_LENGTH_MAX } from "./limits.ts";
import { dropUnreadableCharacters, trimLine } from "./text.ts";
import { POST_SORTS, type PostListQuery, type PostSort, TOP_PERIODS, type TopPeriod } from "./types.ts";

/** A list's state as the address carries it. */
export interface ListAddress {
  readonly sort: PostSort;
  readonly period: TopPeriod;
  /** A chip's value, or a post category that has no chip of its own; "all" for every one. */
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

/** Reads `?sort=&period=&category=&tag=&q=&after=`. What is unknown falls back to the default; nothing is refused. */
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

/** The address of a list: defaults are left out, and a period where it does not count. */
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

/** What the list's operation is asked: the chip turned into the post categories that it shows. */
export function toPostListQuery(address: ListAddress, chips: readonly CategoryChip[]): PostListQuery {
  const { category, sort, period, tag, search, cursor } = address;
  const chip = chips.find((one) => one.value === category);
  const categories = chip ? chip.includes : isPostCategory(category) ? [category] : [];
  return { sort, period, categories, tag, search, cursor };
}
