import type { CommentNode } from "./types.ts";

/** Returns the id of the first new comment in display order, parents before replies. */
export function findFirstNew(comments: readonly CommentNode[]): string | null {
  for (const { id, isNew, replies } of comments) {
    const firstNew = isNew ? id : findFirstNew(replies);
    if (firstNew) return firstNew;
  }
  return null;
}
