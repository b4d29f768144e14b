import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireCommentEditor, requireMember } from "#core/forum/rules.ts";
import type { Tx } from "#server/database/index.ts";
import { deleteCommentNotifications } from "#server/notifications/index.ts";
import { lockViewerRole } from "#server/profiles/index.ts";
import { countComment } from "./count-comment.ts";
import type { ForumDeps } from "./deps.ts";
import { type LockedPost, lockCommentWithPost } from "./lock-rows.ts";
import { isModeration, type Moderation, recordModeration } from "./moderate/record-moderation.ts";
import { comments } from "./tables.ts";

/**
 * Deletes a comment. A placeholder remains while the comment has visible replies. Throws not_signed_in,
 * comment_not_found, not_author, post_locked.
 */
export async function deleteComment(deps: ForumDeps, actor: Viewer, id: string, moderation?: Moderation) {
  requireMember(actor);

  return (moderation?.tx ?? deps.database.db).transaction(async (tx) => {
    const viewer = await lockViewerRole(tx, actor, deps.clock.now());
    const { post, comment } = await lockCommentWithPost(tx, id);
    requireCommentEditor(viewer, comment, post);
    await deleteLockedComment(tx, deps.clock.now(), post, comment);
    if (isModeration(viewer, comment, moderation)) {
      const target = { postId: post.id, commentId: id };
      await recordModeration(deps, tx, viewer, { action: "comment.delete", ...target, ...moderation });
    }
    return { postId: post.id };
  });
}

/** Deletes a comment. The caller has locked the comment and its post. */
export async function deleteLockedComment(
  tx: Tx,
  now: Date,
  post: Pick<LockedPost, "id" | "commentCount">,
  comment: Pick<typeof comments.$inferSelect, "id" | "parentId" | "replyCount">,
): Promise<void> {
  await tx.update(comments).set({ deletedAt: now }).where(eq(comments.id, comment.id));
  await deleteCommentNotifications(tx, comment.id);
  await countComment(tx, post, comment, -1);
}
