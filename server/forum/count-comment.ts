import { eq, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import type { LockedPost } from "./lock-rows.ts";
import { comments, forumPosts } from "./tables.ts";

/**
 * Adds a comment to the counts of its post and parent, or subtracts it. A deleted parent is only shown while it has
 * visible replies, so it appears with the first of them and disappears with the last.
 */
export async function countComment(
  tx: Tx,
  post: Pick<LockedPost, "id" | "commentCount">,
  comment: Pick<typeof comments.$inferSelect, "parentId" | "replyCount">,
  change: 1 | -1,
): Promise<void> {
  let { parentId } = comment;
  let hasVisibilityChanged = comment.replyCount === 0;
  while (hasVisibilityChanged && parentId !== null) {
    const [parent] = await tx
      .update(comments)
      .set({ replyCount: sql`${comments.replyCount} + ${change}` })
      .where(eq(comments.id, parentId))
      .returning({
        parentId: comments.parentId,
        deletedAt: comments.deletedAt,
        replyCount: comments.replyCount,
      });
    hasVisibilityChanged = !!parent?.deletedAt && parent.replyCount === (change === 1 ? 1 : 0);
    parentId = parent?.parentId ?? null;
  }
  await tx
    .update(forumPosts)
    .set({ commentCount: post.commentCount + change })
    .where(eq(forumPosts.id, post.id));
}
