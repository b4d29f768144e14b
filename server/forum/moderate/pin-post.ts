import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { ForumDeps } from "../deps.ts";
import { lockPost } from "../lock-rows.ts";
import { forumPosts } from "../tables.ts";
import { recordModeration } from "./record-moderation.ts";

export interface PostPin {
  readonly id: string;
  readonly isPinned: boolean;
  readonly reason?: string;
}

/** Pinned posts are at the top of Hot. Idempotent. */
export async function pinPost(deps: ForumDeps, viewer: Viewer, { id, isPinned, reason = "" }: PostPin) {
  requireAdmin(viewer);
  if (!isUuid(id)) throw new AppError("post_not_found");
  await deps.database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, deps.clock.now());
    const post = await lockPost(tx, id);
    if (post.isPinned === isPinned) return;
    await tx.update(forumPosts).set({ isPinned }).where(eq(forumPosts.id, id));
    await recordModeration(
      deps,
      tx,
      viewer,
      { postId: id },
      { action: isPinned ? "post.pin" : "post.unpin", reason },
    );
  });
}
