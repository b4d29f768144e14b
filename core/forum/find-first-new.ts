import type { CommentNode } from "./types.ts";

/** Returns the ID of the first new comment in display order, parents before replies. Null if there is none. */
export function findFirstNewId(comments: readonly CommentNode[]): string | null {
  for (const { id, isNew, replies } of comments) {
    const firstNewId = isNew ? id : findFirstNewId(replies);
    if (firstNewId) return firstNewId;
  }
  return null;
}
