import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { parseCommentInput } from "#core/forum/post-input.ts";
import { requireCommentEditor, requireMember } from "#core/forum/rules.ts";
import { notifyRepliesAndMentions } from "#server/notifications/index.ts";
import { lockViewerRole } from "#server/profiles/index.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { lockCommentWithPost } from "./lock-rows.ts";
import { isModeration, type Moderation, recordModeration } from "./moderate/record-moderation.ts";
import { enforceMarkupLimits, findLimitedAuthor } from "./new-member-limits.ts";
import { requireVisibleContent } from "./require-visible-content.ts";
import { comments } from "./tables.ts";
import { getCommentVersion, rejectStaleEdit } from "./text-version.ts";

export interface CommentEdit {
  readonly id: string;
  readonly content: string;
  readonly version?: string;
}

/**
 * Throws not_signed_in, comment_not_found, not_author, post_locked, missing_information, invalid_input,
 * too_many_requests, too_many_links, too_many_images, too_many_mentions, and edit_conflict if the comment has
 * changed since `version`.
 */
export async function editComment(
  deps: ForumDeps,
  actor: Viewer,
  edit: CommentEdit,
  moderation?: Moderation,
): Promise<{ id: string; postId: string }> {
  requireMember(actor);
  if (!moderation?.tx) await consumeLimit(deps, "edits", actor);

  return (moderation?.tx ?? deps.database.db).transaction(async (tx) => {
    const viewer = await lockViewerRole(tx, actor, deps.clock.now());
    const { post, comment } = await lockCommentWithPost(tx, edit.id);
    requireCommentEditor(viewer, comment, post);
    const content = parseCommentInput(edit.content);
    requireVisibleContent(content);
    if (content !== comment.content) {
      rejectStaleEdit(edit.version, getCommentVersion(comment.content), comment.content);
      const author = await findLimitedAuthor(deps, tx, viewer);
      enforceMarkupLimits(deps, author, "comment", content, comment.content);
      await tx
        .update(comments)
        .set({ content, editedAt: deps.clock.now() })
        .where(eq(comments.id, comment.id));
      await notifyRepliesAndMentions(tx, {
        postId: post.id,
        commentId: comment.id,
        authorId: comment.authorId,
        parentAuthorId: null,
        content,
        mentionsLimit: author?.trustLevel.limits.mentions ?? null,
        now: deps.clock.now(),
      });
      if (isModeration(viewer, comment, moderation)) {
        await recordModeration(deps, tx, viewer, {
          action: "comment.edit",
          postId: post.id,
          commentId: comment.id,
          before: { content: comment.content },
          after: { content },
          ...moderation,
        });
      }
    }
    return { id: comment.id, postId: post.id };
  });
}
