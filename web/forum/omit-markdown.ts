import type { CommentNode } from "#core/forum/types.ts";

/** Leaves out the Markdown of comments that the viewer can't edit, because the page doesn't need it. */
export function omitMarkdown(comments: readonly CommentNode[]): CommentNode[] {
  return comments.map((comment) => ({
    ...comment,
    content: comment.canEdit ? comment.content : null,
    replies: omitMarkdown(comment.replies),
  }));
}
