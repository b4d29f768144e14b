import type { CommentNode } from "#core/forum/types.ts";

/** Comments as a page needs them: their Markdown goes along only where it may be edited. */
export function withoutSources(comments: readonly CommentNode[]): CommentNode[] {
  return comments.map((comment) => ({
    ...comment,
    content: comment.canEdit ? comment.content : null,
    replies: withoutSources(comment.replies),
  }));
}
