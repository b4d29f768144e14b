import { sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { type FollowState, isFollowState } from "#core/forum/reading.ts";
import { requireMember } from "#core/forum/rules.ts";
import { executeNamed, type Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { consumeLimit, type ForumDeps } from "../deps.ts";

export interface FollowRequest {
  readonly postId: string;
  /** As received; anything but a FollowState is rejected. */
  readonly state: unknown;
}

/**
 * The follow state of a deleted post can still be reset to "normal". Throws not_signed_in, invalid_input,
 * too_many_requests, post_not_found.
 */
export async function followThread(
  deps: ForumDeps,
  viewer: Viewer,
  { postId, state }: FollowRequest,
): Promise<{ state: FollowState }> {
  requireMember(viewer);
  if (!isFollowState(state)) throw new AppError("invalid_input");
  if (!isUuid(postId)) throw new AppError("post_not_found");
  await consumeLimit(deps, "threadState", viewer);

  if (state === "normal") {
    await deps.database.db.execute(sql`
      delete from public.thread_follows where member_id = ${viewer.id}::uuid and post_id = ${postId}::uuid`);
    return { state };
  }
  const { rowCount } = await deps.database.db.execute(sql`
    insert into public.thread_follows as known (member_id, post_id, state, created_at)
    select ${viewer.id}::uuid, p.id, ${state}, ${deps.clock.now().toISOString()}::timestamptz
    from public.forum_posts p where p.id = ${postId}::uuid and p.deleted_at is null
    on conflict (member_id, post_id) do update set state = excluded.state,
      created_at = case when known.state = excluded.state then known.created_at else excluded.created_at end`);
  if (rowCount === 0) throw new AppError("post_not_found");
  return { state };
}

/** Makes an author follow a thread they posted in, unless they have muted it. */
export async function followThreadAsAuthor(tx: Tx, member: Member, postId: string, now: Date): Promise<void> {
  await executeNamed(
    tx,
    "follow-own-thread",
    sql`
      insert into public.thread_follows (member_id, post_id, state, created_at)
      values (${member.id}::uuid, ${postId}::uuid, 'following', ${now.toISOString()}::timestamptz)
      on conflict do nothing`,
  );
}
