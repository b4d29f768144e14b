import { and, eq, inArray, isNull } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import { deletePostNotifications } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { adjustPostCounts } from "./adjust-post-counts.ts";
import { deleteLockedComment } from "./delete-comment.ts";
import type { ForumDeps } from "./deps.ts";
import { lockComment, lockPost } from "./lock-rows.ts";
import { comments, forumPosts } from "./tables.ts";

/** The number of IDs read per statement. */
const BATCH_SIZE = 500;

/** Deletes a member's posts and comments, each in its own transaction, so that others don't wait long. Idempotent. */
export async function deleteMemberContent(deps: ForumDeps, userId: string): Promise<void> {
  if (!isUuid(userId)) return;
  const { db } = deps.database;
  await deleteInBatches(
    () =>
      db
        .select({ id: forumPosts.id })
        .from(forumPosts)
        .where(and(eq(forumPosts.authorId, userId), isNull(forumPosts.deletedAt)))
        .limit(BATCH_SIZE),
    (id) =>
      db.transaction(async (tx) => {
        const post = await lockPost(tx, id);
        await tx.update(forumPosts).set({ deletedAt: deps.clock.now() }).where(eq(forumPosts.id, id));
        await deletePostNotifications(tx, id);
        await adjustPostCounts(tx, post, -1);
      }),
  );
  // Includes comments on deleted posts, because such a post may be restored.
  await deleteInBatches(
    () =>
      db
        .select({ id: comments.id })
        .from(comments)
        .where(and(eq(comments.authorId, userId), isNull(comments.deletedAt)))
        .limit(BATCH_SIZE),
    (id) =>
      db.transaction(async (tx) => {
        const [post] = await tx
          .select({ id: forumPosts.id, commentCount: forumPosts.commentCount })
          .from(forumPosts)
          .where(
            inArray(
              forumPosts.id,
              tx.select({ id: comments.postId }).from(comments).where(eq(comments.id, id)),
            ),
          )
          .for("no key update");
        if (post) await deleteLockedComment(tx, deps.clock.now(), post, await lockComment(tx, id));
      }),
  );
}

/** Deletes rows until none are listed. Ignores those that someone else deleted in the meantime. */
async function deleteInBatches(
  listIds: () => Promise<{ id: string }[]>,
  deleteRow: (id: string) => Promise<void>,
) {
  for (let rows = await listIds(); rows.length > 0; rows = await listIds())
    for (const { id } of rows)
      await deleteRow(id).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
}
