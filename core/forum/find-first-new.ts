import type { CommentNode } from "./types.ts";

/** Returns the ID of the first new comment in display order, parents before replies. */
export function findFirstNew(comments: readonly CommentNode[]): string | null {
  for (const { id, isNew, replies } of comments) {
    const firstNewId = isNew ? id : findFirstNew(replies);
    if (firstNewId) return firstNewId;
  }
  return null;
}
