import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { ForumDeps } from "../deps.ts";
import { lockPost as lockPostRow } from "../lock-rows.ts";
import { forumPosts } from "../tables.ts";
import { recordModeration } from "./record-moderation.ts";

export interface PostLock {
  readonly id: string;
  readonly isLocked: boolean;
  readonly reason?: string;
}

/** Idempotent. */
export async function lockPost(deps: ForumDeps, viewer: Viewer, { id, isLocked, reason = "" }: PostLock) {
  requireAdmin(viewer);
  if (!isUuid(id)) throw new AppError("post_not_found");
  await deps.database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, deps.clock.now());
    const post = await lockPostRow(tx, id);
    if (post.isLocked === isLocked) return;
    await tx.update(forumPosts).set({ isLocked }).where(eq(forumPosts.id, id));
    await recordModeration(
      deps,
      tx,
      viewer,
      { postId: id },
      { action: isLocked ? "post.lock" : "post.unlock", reason },
    );
  });
}
