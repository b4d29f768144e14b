import { COMMENT_SORTS, type CommentSort } from "./types.ts";

/** The state of a comments page in its URL. */
export interface CommentsAddress {
  readonly sort: CommentSort;
  readonly cursor: string | null;
}

/** Reads `?sort=&after=`; an unknown sort falls back to newest first. */
export function readCommentsAddress(params: URLSearchParams): CommentsAddress {
  const requested = params.get("sort");
  return {
    sort: COMMENT_SORTS.find((sort) => sort === requested) ?? "new",
    cursor: params.get("after") || null,
  };
}

export function writeCommentsAddress({ sort, cursor }: CommentsAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (sort !== "new") params.set("sort", sort);
  if (cursor) params.set("after", cursor);
  return params;
}
