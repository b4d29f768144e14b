import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { getProfilePath, isDeletedMember } from "#core/accounts/profile-path.ts";
import { AppError } from "#core/errors.ts";
import { THREAD_DEPTH } from "#core/forum/limits.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { NotificationDeps } from "./deps.ts";
import { markNotification } from "./mark-as-read.ts";

/** A post's page shows all top-level comments of a post with at most this many comments (server/forum/list-comments.ts). */
const ALWAYS_SHOWN_COMMENTS = 30;
/** A post's page shows all replies to a comment, down to THREAD_DEPTH, if there are at most this many. */
const ALWAYS_SHOWN_REPLIES = 10;

/**
 * Marks a notification as read and returns the path of its target. A comment is opened on its post's page if that is
 * certain to show it, otherwise on its own page. If the target is neither a post nor a comment, returns the path of the
 * profile that the member reported, or else of their own. If the target was deleted, returns that of the notifications
 * page. Throws AppError: not_signed_in, notification_not_found.
 */
export async function openNotification(deps: NotificationDeps, viewer: Viewer, id: string) {
  if (viewer === null) throw new AppError("not_signed_in");
  if (!isUuid(id)) throw new AppError("notification_not_found");
  const { rows } = await deps.database.db.execute<Row>(sql`
    with recursive found as (
      select n.comment_id, coalesce(n.post_id, c.post_id) as post_id, n.name,
        coalesce(n.admin_action like 'decided.%', false) as is_for_reporter
      from public.notifications n left join public.comments c on c.id = n.comment_id
      where n.id = ${id}::uuid and n.member_id = ${viewer.id}::uuid and n.voter_count > 0
    ),
    ancestry (id, parent_id, depth, is_always_shown) as (
      select c.id, c.parent_id, 1, true from public.comments c join found on c.id = found.comment_id
      union all
      select p.id, p.parent_id, ancestry.depth + 1, p.reply_count <= ${ALWAYS_SHOWN_REPLIES}
      from ancestry join public.comments p on p.id = ancestry.parent_id where ancestry.depth <= ${THREAD_DEPTH}
    )
    select found.post_id, found.comment_id, found.is_for_reporter,
      -- The reported profile, even if it was renamed after the report.
      (select m.username from public.reports r join public.report_groups g on g.id = r.group_id
          join public.profiles m on m.id = g.target_id
        where r.reporter_id = ${viewer.id}::uuid and g.target_kind = 'profile' and g.target_name = found.name
          and found.is_for_reporter and found.post_id is null
        order by g.last_reported_at desc limit 1) as reported_username,
      (p.id is null or p.deleted_at is not null or coalesce(c.deleted_at is not null, false)) as is_deleted,
      (p.comment_count <= ${ALWAYS_SHOWN_COMMENTS}
        and (select max(depth) <= ${THREAD_DEPTH} and bool_and(is_always_shown) from ancestry)) as is_shown
    from found
    left join public.forum_posts p on p.id = found.post_id
    left join public.comments c on c.id = found.comment_id`);
  const [row] = rows;
  if (!row) throw new AppError("notification_not_found");
  await markNotification(deps, viewer, { id, isRead: true });
  return { path: buildPath(row, viewer.username) };
}

type Row = {
  post_id: string | null;
  comment_id: string | null;
  is_for_reporter: boolean;
  reported_username: string | null;
  is_deleted: boolean;
  is_shown: boolean | null;
};

function buildPath(row: Row, username: string): string {
  const { post_id: postId, comment_id: commentId, reported_username: reportedUsername } = row;
  if (reportedUsername !== null && !isDeletedMember(reportedUsername))
    return getProfilePath(reportedUsername);
  // The notification is about the member, whose profile shows the change.
  if (postId === null && commentId === null && !row.is_for_reporter) return getProfilePath(username);
  if (row.is_deleted || postId === null) return "/notifications";
  if (commentId === null) return `/forum/${postId}`;
  return row.is_shown
    ? `/forum/${postId}#comment-${commentId}`
    : `/forum/${postId}/comments/${commentId}#comment-${commentId}`;
}
