import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { type FollowState, NEW_COMMENTS_MAX, type ThreadState } from "#core/forum/reading.ts";
import { toMicros } from "../cursor.ts";

/** The columns of `selectThreadState`; missing for a visitor. */
export type ThreadStateColumns = {
  follow_state?: FollowState;
  is_saved?: boolean;
  is_unread?: boolean;
  new_comments?: number;
};

/**
 * Returns the time of the previous visit, after which comments are new. While a visit continues, `seen_at` belongs to
 * that visit, and `since_at` to the one before it.
 */
export const getPreviousVisitTime = (isSameVisit: boolean): SQL =>
  isSameVisit ? sql`visit.since_at` : sql`visit.seen_at`;

/** Joins the viewer's visit to the post as `visit`. */
export function joinVisit(viewer: Viewer, postId: SQL): SQL {
  return viewer
    ? sql`left join public.post_visits visit on visit.post_id = ${postId} and visit.member_id = ${viewer.id}::uuid`
    : sql``;
}

/** Whether the comment (alias c) is by another member, newer than `since` and not deleted. */
export function isNewSince(viewer: Viewer, since: SQL): SQL {
  return viewer
    ? sql`coalesce(c.created_at > ${since} and c.author_id is distinct from ${viewer.id}::uuid and c.deleted_at is null, false)`
    : sql`false`;
}

/**
 * Selects the viewer's thread state for each post (alias p), with lookups by key. Empty for visitors, who have no
 * thread state.
 */
export function selectThreadState(viewer: Viewer, since: SQL): { columns: SQL; joins: SQL } {
  if (!viewer) return { columns: sql``, joins: sql`` };
  const member = sql`${viewer.id}::uuid`;
  return {
    columns: sql`, coalesce(followed.state, 'normal') as follow_state, saved.member_id is not null as is_saved,
      (visit.member_id is null and p.author_id is distinct from ${member}
        and p.created_at > now() - interval '7 days') as is_unread,
      coalesce(unseen.count, 0) as new_comments`,
    joins: sql`
    left join public.thread_follows followed on followed.post_id = p.id and followed.member_id = ${member}
    left join public.saved_posts saved on saved.post_id = p.id and saved.member_id = ${member}
    ${joinVisit(viewer, sql`p.id`)}
    left join lateral (
      select count(*)::int as count from (
        select from public.comments c
        where c.post_id = p.id and c.created_at > ${since} and c.deleted_at is null
          and c.author_id is distinct from ${member}
        limit ${NEW_COMMENTS_MAX + 1}
      ) found
    ) unseen on visit.member_id is not null`,
  };
}

export type ProgressColumns = {
  /** The time of the newest comment or of the post itself, in microseconds since 1970. */
  read_until: string;
  oldest_new: string | null;
};

/** Selects how far a member has read after this visit, and the first new comment by another member. */
export function selectProgress(viewer: Viewer, since: SQL): SQL {
  if (!viewer) return sql``;
  const newestComment = sql`(select max(c.created_at) from public.comments c where c.post_id = p.id and c.deleted_at is null)`;
  return sql`, ${toMicros(sql`greatest(p.created_at, ${newestComment})`)} as read_until,
    (select c.id from public.comments c
      where c.post_id = p.id and c.created_at > ${since} and c.deleted_at is null
        and c.author_id is distinct from ${viewer.id}::uuid
      order by c.created_at limit 1) as oldest_new`;
}

export function presentThreadState(row: ThreadStateColumns): ThreadState | null {
  if (row.follow_state === undefined) return null;
  return {
    follow: row.follow_state,
    isSaved: row.is_saved === true,
    isUnread: row.is_unread === true,
    newCommentCount: row.new_comments ?? 0,
  };
}
