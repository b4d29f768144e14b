import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireMember, requirePostEditor } from "#core/forum/rules.ts";
import { deletePostNotifications } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockViewerRole } from "#server/profiles/index.ts";
import { adjustPostCounts } from "./adjust-post-counts.ts";
import type { ForumDeps } from "./deps.ts";
import { lockPost } from "./lock-rows.ts";
import { isModeration, type Moderation, recordModeration } from "./moderate/record-moderation.ts";
import { forumPosts } from "./tables.ts";

/**
 * Marks a post as deleted. The post and its comments are retained; notifications about them are deleted, except those
 * about admin actions. A deletion that is moderation (isModeration) is logged. Throws not_signed_in, post_not_found,
 * not_author.
 */
export async function deletePost(deps: ForumDeps, actor: Viewer, id: string, moderation?: Moderation) {
  requireMember(actor);
  if (!isUuid(id)) throw new AppError("post_not_found");

  await (moderation?.tx ?? deps.database.db).transaction(async (tx) => {
    const viewer = await lockViewerRole(tx, actor, deps.clock.now());
    const post = await lockPost(tx, id);
    requirePostEditor(viewer, post);
    await tx.update(forumPosts).set({ deletedAt: deps.clock.now() }).where(eq(forumPosts.id, id));
    await deletePostNotifications(tx, id);
    if (isModeration(viewer, post, moderation)) {
      await recordModeration(deps, tx, viewer, { action: "post.delete", postId: id, ...moderation });
    }
    await adjustPostCounts(tx, post, -1);
  });
}
