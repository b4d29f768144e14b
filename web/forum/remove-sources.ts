import type { CommentNode } from "#core/forum/types.ts";

/** Removes the Markdown of comments that the viewer can't edit, since the page doesn't need it. */
export function removeSources(comments: readonly CommentNode[]): CommentNode[] {
  return comments.map((comment) => ({
    ...comment,
    content: comment.canEdit ? comment.content : null,
    replies: removeSources(comment.replies),
  }));
}
