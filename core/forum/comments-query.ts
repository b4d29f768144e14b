import { COMMENT_SORTS, type CommentSort } from "./types.ts";

export interface CommentsQuery {
  readonly sort: CommentSort;
  readonly cursor: string | null;
}

/** Reads `?sort=&after=`. */
export function parseCommentsQuery(params: URLSearchParams): CommentsQuery {
  const requestedSort = params.get("sort");
  return {
    sort: COMMENT_SORTS.find((sort) => sort === requestedSort) ?? "new",
    cursor: params.get("after") || null,
  };
}

export function buildCommentsParams({ sort, cursor }: CommentsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (sort !== "new") params.set("sort", sort);
  if (cursor) params.set("after", cursor);
  return params;
}
