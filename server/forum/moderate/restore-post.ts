import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { adjustPostCounts } from "../adjust-post-counts.ts";
import type { ForumDeps } from "../deps.ts";
import { forumPosts } from "../tables.ts";
import { recordModeration } from "./record-moderation.ts";
import { runModeration } from "./run-moderation.ts";

export const AUTHOR_DELETED = "This can't be restored because its author's account was deleted.";

/** Idempotent. Throws not_signed_in, access_denied, post_not_found, author_deleted. */
export function restorePost(
  deps: ForumDeps,
  viewer: Viewer,
  { id, reason = "" }: { readonly id: string; readonly reason?: string },
): Promise<void> {
  return runModeration(deps, viewer, id, "post_not_found", async (tx, admin) => {
    const [post] = await tx
      .select({
        authorId: forumPosts.authorId,
        createdAt: forumPosts.createdAt,
        category: forumPosts.category,
        deletedAt: forumPosts.deletedAt,
      })
      .from(forumPosts)
      .where(eq(forumPosts.id, id))
      .for("no key update");
    if (!post) throw new AppError("post_not_found");
    if (post.deletedAt === null) return;
    if (post.authorId === null) throw new AppError("author_deleted", { message: AUTHOR_DELETED });
    await tx.update(forumPosts).set({ deletedAt: null }).where(eq(forumPosts.id, id));
    await recordModeration(deps, tx, admin, { action: "post.restore", postId: id, reason });
    await adjustPostCounts(tx, post, 1);
  });
}
