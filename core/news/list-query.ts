import { removeUnreadableCharacters, trimLine } from "#core/text.ts";
import { NEWS_FILTERS, type NewsFilter } from "./categories.ts";
import { NEWS_SEARCH_MAX } from "./limits.ts";
import type { NewsListQuery } from "./types.ts";

/** Parses `?category=&q=&after=`. */
export function parseNewsQuery(params: URLSearchParams): NewsListQuery {
  const requestedCategory = params.get("category");
  return {
    category: NEWS_FILTERS.find((value) => value === requestedCategory) ?? "all",
    search: cleanNewsSearch(params.get("q") ?? ""),
    cursor: params.get("after") || null,
  };
}

/** Builds a list's query parameters; defaults are omitted. */
export function buildNewsParams(query: { category?: NewsFilter; search?: string; cursor?: string | null }) {
  const params = new URLSearchParams();
  if (query.category !== undefined && query.category !== "all") params.set("category", query.category);
  if (query.search) params.set("q", query.search);
  if (query.cursor) params.set("after", query.cursor);
  return params;
}

/** Reduces a search to one line of at most NEWS_SEARCH_MAX characters. */
export function cleanNewsSearch(text: string): string {
  return [...trimLine(removeUnreadableCharacters(text))].slice(0, NEWS_SEARCH_MAX).join("").trim();
}
