import { removeInvisibleCharacters } from "#core/invisible.ts";
import { removeUnreadableCharacters, trimLine } from "#core/text.ts";
import { isPostCategory } from "./categories.ts";
import type { CategoryChip } from "./category-chips.ts";
import { SEARCH_MAX, TAG_LENGTH_MAX } from "./limits.ts";
import {
  POST_SORTS,
  type PostFilter,
  type PostListQuery,
  type PostSort,
  TOP_PERIODS,
  type TopPeriod,
} from "./types.ts";

export interface PostListState {
  readonly filter: PostFilter;
  readonly sort: PostSort;
  readonly period: TopPeriod;
  /** A chip's value, a post category without a chip, or "all". */
  readonly category: string;
  readonly tag: string | null;
  readonly search: string;
  readonly cursor: string | null;
}

const DEFAULTS: PostListState = {
  filter: "all",
  sort: "hot",
  period: "all",
  category: "all",
  tag: null,
  search: "",
  cursor: null,
};

function pick<Value extends string>(values: readonly Value[], requested: string | null, fallback: Value) {
  return values.find((value) => value === requested) ?? fallback;
}

function clean(text: string | null, max: number): string {
  return [...trimLine(removeInvisibleCharacters(removeUnreadableCharacters(text ?? "")))]
    .slice(0, max)
    .join("")
    .trim();
}

/**
 * Parses `?filter=&sort=&period=&category=&tag=&q=&after=`. Unknown values become the defaults. The filter is
 * ignored in a search, and so is "following" in the list of posts with a tag.
 */
export function parsePostListState(
  params: URLSearchParams,
  chips: readonly CategoryChip[],
  filters: readonly PostFilter[] = [],
): PostListState {
  const category = params.get("category") ?? "all";
  const tag = clean(params.get("tag"), TAG_LENGTH_MAX) || null;
  const search = clean(params.get("q"), SEARCH_MAX);
  const filter = pick(filters, params.get("filter"), DEFAULTS.filter);
  const isKnownCategory = chips.some((chip) => chip.value === category) || isPostCategory(category);
  return {
    filter: search !== "" || (filter === "following" && tag !== null) ? "all" : filter,
    sort: pick(POST_SORTS, params.get("sort"), DEFAULTS.sort),
    period: pick(TOP_PERIODS, params.get("period"), DEFAULTS.period),
    category: isKnownCategory ? category : "all",
    tag,
    search,
    cursor: params.get("after") || null,
  };
}

/** Builds the query parameters without defaults, and without the period unless the sort order is Top. */
export function buildPostListParams(state: Partial<PostListState>): URLSearchParams {
  const { filter, sort, period, category, tag, search, cursor } = { ...DEFAULTS, ...state };
  const params = new URLSearchParams();
  if (filter !== DEFAULTS.filter) params.set("filter", filter);
  if (category !== DEFAULTS.category) params.set("category", category);
  if (sort !== DEFAULTS.sort) params.set("sort", sort);
  if (sort === "top" && period !== DEFAULTS.period) params.set("period", period);
  if (tag) params.set("tag", tag);
  if (search) params.set("q", search);
  if (cursor) params.set("after", cursor);
  return params;
}

/** Builds the query for a list, with the post categories that the selected chip includes. */
export function toPostListQuery(state: PostListState, chips: readonly CategoryChip[]): PostListQuery {
  const { filter, category, sort, period, tag, search, cursor } = state;
  const chip = chips.find((candidate) => candidate.value === category);
  const categories = chip ? chip.includes : isPostCategory(category) ? [category] : [];
  return { filter, sort, period, categories, tag, search, cursor };
}
