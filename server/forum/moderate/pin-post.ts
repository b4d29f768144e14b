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

export interface PostMark {
  readonly id: string;
  readonly on: boolean;
  readonly why?: string;
}

/** Pins a post to the top of Hot, or unpins it; idempotent. Throws not_signed_in, access_denied, post_not_found. */
export async function pinPost(deps: ForumDeps, viewer: Viewer, { id, on, why = "" }: PostMark) {
  requireAdmin(viewer);
  if (!isUuid(id)) throw new AppError("post_not_found");
  await deps.database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, deps.clock.now());
    const post = await lockPost(tx, id);
    if (post.isPinned === on) return;
    await tx.update(forumPosts).set({ isPinned: on }).where(eq(forumPosts.id, id));
    await recordModeration(
      deps,
      tx,
      viewer,
      { postId: id },
      { action: on ? "post.pin" : "post.unpin", reason: why },
    );
  });
}
