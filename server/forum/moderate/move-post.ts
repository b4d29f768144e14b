import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { isPostCategory } from "#core/forum/categories.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import { movePostCount } from "../adjust-post-counts.ts";
import type { ForumDeps } from "../deps.ts";
import { lockPost } from "../lock-rows.ts";
import { forumPosts } from "../tables.ts";
import { recordModeration } from "./record-moderation.ts";

export interface PostMove {
  readonly id: string;
  readonly category: string;
  readonly reason?: string;
}

/** Doesn't mark the post as edited. */
export async function movePost(deps: ForumDeps, viewer: Viewer, { id, category, reason = "" }: PostMove) {
  requireAdmin(viewer);
  if (!isUuid(id)) throw new AppError("post_not_found");
  if (!isPostCategory(category)) {
    throw new AppError("invalid_input", { fields: { category: "Choose a category." } });
  }
  await deps.database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, deps.clock.now());
    await lockPost(tx, id);
    const [post] = await tx
      .select({ category: forumPosts.category })
      .from(forumPosts)
      .where(eq(forumPosts.id, id));
    if (!post || post.category === category) return;
    await tx.update(forumPosts).set({ category }).where(eq(forumPosts.id, id));
    await recordModeration(
      deps,
      tx,
      viewer,
      { postId: id },
      { action: "post.move", reason, before: { category: post.category }, after: { category } },
    );
    await movePostCount(tx, post.category, category);
  });
}
