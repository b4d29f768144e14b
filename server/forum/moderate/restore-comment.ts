import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { countComment } from "../count-comment.ts";
import type { ForumDeps } from "../deps.ts";
import { lockPost } from "../lock-rows.ts";
import { comments } from "../tables.ts";
import { recordModeration } from "./record-moderation.ts";
import { AUTHOR_DELETED } from "./restore-post.ts";
import { runModeration } from "./run-moderation.ts";

/**
 * Idempotent. Throws not_signed_in, access_denied, comment_not_found, author_deleted, and post_not_found if the
 * comment's post is deleted.
 */
export function restoreComment(
  deps: ForumDeps,
  viewer: Viewer,
  { id, reason = "" }: { readonly id: string; readonly reason?: string },
): Promise<void> {
  return runModeration(deps, viewer, id, "comment_not_found", async (tx, admin) => {
    const [location] = await tx.select({ postId: comments.postId }).from(comments).where(eq(comments.id, id));
    if (!location) throw new AppError("comment_not_found");
    const post = await lockPost(tx, location.postId);
    const [comment] = await tx.select().from(comments).where(eq(comments.id, id)).for("no key update");
    if (!comment) throw new AppError("comment_not_found");
    if (comment.deletedAt === null) return;
    if (comment.authorId === null) throw new AppError("author_deleted", { message: AUTHOR_DELETED });
    await tx.update(comments).set({ deletedAt: null }).where(eq(comments.id, id));
    await countComment(tx, post, comment, 1);
    const target = { postId: post.id, commentId: id };
    await recordModeration(deps, tx, admin, { action: "comment.restore", ...target, reason });
  });
}
