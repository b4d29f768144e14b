import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireMember } from "#core/forum/rules.ts";
import { limitByTens } from "#server/platform/limit-by-tens.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { timeOfMicros } from "../cursor.ts";
import { type ForumDeps, tooMany } from "../deps.ts";

/** Four a second: nobody reads so fast, and a member is counted wherever he is. */
const LIMIT = { points: 240, durationSeconds: 60 };

export interface Visit {
  readonly postId: string;
  /** How far was read: `readUntil` of the post as it was shown, in microseconds since 1970. */
  readonly readUntil: number;
  /** Whether the member came from elsewhere: then what is new counts from what was seen before. */
  readonly isArrival: boolean;
}

/**
 * Notes how far a member has read a thread, in one statement. The mark only moves on, so that a tab which was opened
 * earlier and answers later changes nothing. Whatever is no post, or no time, notes nothing. Throws not_signed_in,
 * too_many_requests.
 */
export function createVisitRecorder(deps: ForumDeps): (viewer: Viewer, visit: Visit) => Promise<void> {
  const { database, clock } = deps;
  const count = limitByTens(deps, "forum-visits", LIMIT);
  return async (viewer, { postId, readUntil, isArrival }) => {
    requireMember(viewer);
    if (!isUuid(postId) || !Number.isSafeInteger(readUntil) || readUntil < 0) return;
    const { allowed, retryAfterSeconds } = await count(viewer.id);
    if (!allowed) throw tooMany(retryAfterSeconds);
    await database.db.execute(sql`
      insert into public.post_visits as known (member_id, post_id, seen_at)
      select ${viewer.id}::uuid, p.id,
        least(${timeOfMicros(readUntil)}, greatest(${clock.now().toISOString()}::timestamptz, p.created_at))
      from public.forum_posts p where p.id = ${postId}::uuid and p.deleted_at is null
      on conflict (member_id, post_id) do update set
        since_at = case when ${isArrival}::boolean then known.seen_at else known.since_at end,
        seen_at = greatest(known.seen_at, excluded.seen_at)
      where excluded.seen_at > known.seen_at
        or (${isArrival}::boolean and known.since_at is distinct from known.seen_at)`);
  };
}
