import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { isPostCategory } from "#core/forum/categories.ts";
import { movePostCount } from "../adjust-post-counts.ts";
import type { ForumDeps } from "../deps.ts";
import { lockPost } from "../lock-rows.ts";
import { forumPosts } from "../tables.ts";
import { recordModeration } from "./record-moderation.ts";
import { runModeration } from "./run-moderation.ts";

/**
 * Moves a post to another category without marking it as edited. Throws not_signed_in, access_denied, post_not_found,
 * invalid_input.
 */
export function movePost(
  deps: ForumDeps,
  viewer: Viewer,
  { id, category, reason = "" }: { readonly id: string; readonly category: string; readonly reason?: string },
): Promise<void> {
  return runModeration(deps, viewer, id, "post_not_found", async (tx, admin) => {
    if (!isPostCategory(category))
      throw new AppError("invalid_input", { fieldErrors: { category: "Choose a category." } });
    const post = await lockPost(tx, id);
    if (post.category === category) return;
    await tx.update(forumPosts).set({ category }).where(eq(forumPosts.id, id));
    await recordModeration(deps, tx, admin, {
      action: "post.move",
      postId: id,
      reason,
      before: { category: post.category },
      after: { category },
    });
    await movePostCount(tx, post.category, category);
  });
}
