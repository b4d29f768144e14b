import type { CommentNode } from "./types.ts";

/** The first new comment of these trees in the order in which they are shown, each before its answers. */
export function findFirstNew(comments: readonly CommentNode[]): string | null {
  for (const { id, isNew, replies } of comments) {
    const found = isNew ? id : findFirstNew(replies);
    if (found) return found;
  }
  return null;
}
