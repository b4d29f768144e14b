import { removeInvisibleCharacters } from "#core/invisible.ts";
import { removeUnreadableCharacters, trimLine } from "#core/text.ts";
import { SEARCH_TEXT_MAX } from "./limits.ts";
import type { SearchResult } from "./types.ts";

export const SEARCH_KINDS = ["all", "posts", "comments", "news", "people"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const SEARCH_KIND_LABELS: Readonly<Record<SearchKind, string>> = {
  all: "All",
  posts: "Posts",
  comments: "Comments",
  news: "News",
  people: "Members",
};

export const RESULT_KINDS: Readonly<Record<SearchKind, readonly SearchResult["kind"][]>> = {
  all: ["post", "comment", "article", "member"],
  posts: ["post"],
  comments: ["comment"],
  news: ["article"],
  people: ["member"],
};

export interface SearchState {
  readonly search: string;
  readonly kind: SearchKind;
  readonly cursor: string | null;
}

/** Parses `?q=&kind=&after=`. */
export function parseSearchState(params: URLSearchParams): SearchState {
  const requestedKind = params.get("kind");
  return {
    search: cleanSearch(params.get("q") ?? ""),
    kind: SEARCH_KINDS.find((kind) => kind === requestedKind) ?? "all",
    cursor: params.get("after") || null,
  };
}

export function buildSearchPath({ search, kind, cursor }: Partial<SearchState>): string {
  const params = new URLSearchParams();
  if (search) params.set("q", search);
  if (kind !== undefined && kind !== "all") params.set("kind", kind);
  if (cursor) params.set("after", cursor);
  const query = params.toString();
  return query ? `/search?${query}` : "/search";
}

/** Reduces a search to one line of at most SEARCH_TEXT_MAX characters. */
export function cleanSearch(text: string): string {
  return [...trimLine(removeInvisibleCharacters(removeUnreadableCharacters(text)))]
    .slice(0, SEARCH_TEXT_MAX)
    .join("")
    .trim();
}
