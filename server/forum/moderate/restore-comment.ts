import { eq, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { ForumDeps } from "../deps.ts";
import { lockPost } from "../lock-rows.ts";
import { comments, forumPosts } from "../tables.ts";
import { recordModeration } from "./record-moderation.ts";
import { DELETED_WITH_ACCOUNT } from "./restore-post.ts";

/** Idempotent. Throws author_deleted, and post_not_found if its post is deleted. */
export async function restoreComment(
  deps: ForumDeps,
  viewer: Viewer,
  { id, reason = "" }: { readonly id: string; readonly reason?: string },
): Promise<void> {
  requireAdmin(viewer);
  if (!isUuid(id)) throw new AppError("comment_not_found");
  await deps.database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, deps.clock.now());
    const [location] = await tx.select({ postId: comments.postId }).from(comments).where(eq(comments.id, id));
    if (!location) throw new AppError("comment_not_found");
    const post = await lockPost(tx, location.postId);
    const [comment] = await tx.select().from(comments).where(eq(comments.id, id)).for("no key update");
    if (!comment) throw new AppError("comment_not_found");
    if (comment.deletedAt === null) return;
    if (comment.authorId === null) throw new AppError("author_deleted", { message: DELETED_WITH_ACCOUNT });
    await tx.update(comments).set({ deletedAt: null }).where(eq(comments.id, id));

    // Reverses the counting in removeComment.
    let isShownAgain = comment.replyCount === 0;
    let parentId = comment.parentId;
    while (isShownAgain && parentId !== null) {
      const [parent] = await tx
        .update(comments)
        .set({ replyCount: sql`${comments.replyCount} + 1` })
        .where(eq(comments.id, parentId))
        .returning();
      isShownAgain = parent !== undefined && parent.deletedAt !== null && parent.replyCount === 1;
      parentId = parent?.parentId ?? null;
    }
    await tx
      .update(forumPosts)
      .set({ commentCount: post.commentCount + 1 })
      .where(eq(forumPosts.id, post.id));
    await recordModeration(
      deps,
      tx,
      viewer,
      { postId: post.id, commentId: id },
      { action: "comment.restore", reason },
    );
  });
}
