import { buildAdminPath } from "../tabs.ts";

export const CONTENT_KINDS = [
  { value: "posts", label: "Posts" },
  { value: "comments", label: "Comments" },
  { value: "articles", label: "Articles" },
  { value: "sources", label: "Sources" },
] as const satisfies readonly { readonly value: string; readonly label: string }[];
export type ContentKind = (typeof CONTENT_KINDS)[number]["value"];

export const parseContentKind = (params: URLSearchParams): ContentKind =>
  CONTENT_KINDS.find(({ value }) => value === params.get("kind"))?.value ?? "posts";

/** A list's filters and its cursor; null and "" mean none. */
export interface ListFilters {
  readonly search?: string;
  readonly authorId?: string | null;
  readonly category?: string | null;
  readonly state?: string | null;
  readonly cursor?: string | null;
}

export function buildListParams(
  kind: ContentKind,
  { search, authorId, category, state, cursor }: ListFilters,
): URLSearchParams {
  const params = new URLSearchParams(kind === "posts" ? {} : { kind });
  if (search) params.set("q", search);
  if (authorId) params.set("author", authorId);
  if (category) params.set("category", category);
  if (state) params.set("state", state);
  if (cursor) params.set("after", cursor);
  return params;
}

export const buildContentListPath = (kind: ContentKind, filters: ListFilters = {}) =>
  buildAdminPath("content", buildListParams(kind, filters));

/** The path of an item's page. The ID "new" opens the form for a new source. */
export const buildContentPath = (kind: ContentKind, id: string) => `/admin/content/${kind}/${id}`;
