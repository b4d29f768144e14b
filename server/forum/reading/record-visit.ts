import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireMember } from "#core/forum/rules.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { createBatchedLimit, createRateLimitError } from "#server/rate-limits/index.ts";
import { microsToTime } from "../cursor.ts";
import type { ForumDeps } from "../deps.ts";

/** The limit per member, across all devices. No one reads faster. */
const LIMIT = { points: 240, durationSeconds: 60 };

export interface Visit {
  readonly postId: string;
  /** The post's `readUntil` as shown, in microseconds since 1970. */
  readonly readUntil: number;
  /** Whether this is a new visit. If so, new comments are counted from the previous visit. */
  readonly isArrival: boolean;
}

/**
 * Records how far a member has read. The position only moves forward; a late report from an older tab doesn't move it
 * back. Ignores invalid values and missing posts. Throws not_signed_in, too_many_requests.
 */
export function createVisitRecorder(deps: ForumDeps): (viewer: Viewer, visit: Visit) => Promise<void> {
  const { database, clock } = deps;
  const consumeVisit = createBatchedLimit(deps, "forum-visits", LIMIT);
  return async (viewer, { postId, readUntil, isArrival }) => {
    requireMember(viewer);
    if (!isUuid(postId) || !Number.isSafeInteger(readUntil) || readUntil < 0) return;
    const { allowed, retryAfterSeconds } = await consumeVisit(viewer.id);
    if (!allowed) throw createRateLimitError(retryAfterSeconds);
    await database.db.execute(sql`
      insert into public.post_visits as known (member_id, post_id, seen_at)
      select ${viewer.id}::uuid, p.id,
        least(${microsToTime(readUntil)}, greatest(${clock.now().toISOString()}::timestamptz, p.created_at))
      from public.forum_posts p where p.id = ${postId}::uuid and p.deleted_at is null
      on conflict (member_id, post_id) do update set
        since_at = case when ${isArrival}::boolean then known.seen_at else known.since_at end,
        seen_at = greatest(known.seen_at, excluded.seen_at)
      where excluded.seen_at > known.seen_at
        or (${isArrival}::boolean and known.since_at is distinct from known.seen_at)`);
  };
}
