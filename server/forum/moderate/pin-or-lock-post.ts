import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { ForumDeps } from "../deps.ts";
import { lockPost } from "../lock-rows.ts";
import { forumPosts } from "../tables.ts";
import { recordModeration } from "./record-moderation.ts";
import { runModeration } from "./run-moderation.ts";

interface PostChange {
  readonly id: string;
  readonly reason?: string;
}

/**
 * Pins or unpins a post. Pinned posts are at the top of Hot. Idempotent. Throws not_signed_in, access_denied,
 * post_not_found.
 */
export const setPostPinned = (
  deps: ForumDeps,
  viewer: Viewer,
  { isPinned, ...change }: PostChange & { readonly isPinned: boolean },
) => setFlag(deps, viewer, change, "isPinned", isPinned, isPinned ? "post.pin" : "post.unpin");

/**
 * Locks or unlocks a post. A locked post accepts no comments. Idempotent. Throws not_signed_in, access_denied,
 * post_not_found.
 */
export const setPostLocked = (
  deps: ForumDeps,
  viewer: Viewer,
  { isLocked, ...change }: PostChange & { readonly isLocked: boolean },
) => setFlag(deps, viewer, change, "isLocked", isLocked, isLocked ? "post.lock" : "post.unlock");

const setFlag = (
  deps: ForumDeps,
  viewer: Viewer,
  { id, reason = "" }: PostChange,
  name: "isPinned" | "isLocked",
  value: boolean,
  action: `post.${"pin" | "unpin" | "lock" | "unlock"}`,
) =>
  runModeration(deps, viewer, id, "post_not_found", async (tx, admin) => {
    const post = await lockPost(tx, id);
    if (post[name] === value) return;
    await tx
      .update(forumPosts)
      .set({ [name]: value })
      .where(eq(forumPosts.id, id));
    await recordModeration(deps, tx, admin, { action, postId: id, reason });
  });
