import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Viewer } from "#core/accounts/member.ts";
import { DELETED_MEMBER } from "#core/accounts/profile-path.ts";
import { CATEGORY_LABELS, isPostCategory } from "#core/forum/categories.ts";
import { requireMember } from "#core/forum/rules.ts";
import {
  NEWEST_NOTIFICATIONS_MAX,
  NOTIFICATIONS_PAGE_SIZE,
  type NotificationKind,
} from "#core/notifications/kinds.ts";
import type { Notification, NotificationPage, NotificationQuery } from "#core/notifications/types.ts";
import { type Db, microsToIso, microsToTime, type Tx, toMicros } from "#server/database/index.ts";
import { markdownToExcerpt } from "#server/markdown/index.ts";
import { decodeCursor, encodeCursor } from "#server/platform/list-cursor.ts";
import type { NotificationDeps } from "./deps.ts";

const EXCERPT_MAX = 160;

/** The time in microseconds and the ID of a page's last item. */
const CURSOR = z.tuple([z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.guid()]);

type Row = {
  id: string;
  kind: NotificationKind;
  admin_action: string | null;
  name: string;
  excerpt: string;
  voter_count: number;
  at_micros: string;
  is_read: boolean;
  has_post: boolean;
  has_comment: boolean;
  title: string | null;
  parent_id: string | null;
  content: string | null;
  followed_kind: "tag" | "category" | null;
  followed_name: string | null;
  is_deleted: boolean;
  username: string | null;
  avatar_url: string | null;
};

/** Returns notifications, newest first. `source` is a query that selects them from the table `notifications`. */
export async function selectNotifications(db: Db | Tx, source: SQL) {
  const { rows } = await db.execute<Row>(sql`
    select n.id, n.kind, n.admin_action, n.name, n.excerpt, n.voter_count, ${toMicros(sql`n.at`)} as at_micros,
      n.read_at is not null as is_read, n.post_id is not null as has_post, n.comment_id is not null as has_comment,
      p.title, c.parent_id, left(c.content, 1000) as content,
      (p.deleted_at is not null or c.deleted_at is not null) as is_deleted, a.username, a.avatar_url,
      f.kind as followed_kind, f.name as followed_name
    from (${source}) n
    left join public.comments c on c.id = n.comment_id
    left join public.forum_posts p on p.id = coalesce(n.post_id, c.post_id)
    left join public.profiles a on a.id = case when c.id is null then p.author_id else c.author_id end
    left join lateral (
      select kind, name from public.list_follows
      where member_id = n.member_id
        and (kind = 'tag' and name = any (p.tag_keys) or kind = 'category' and name = p.category)
      order by kind desc, name limit 1
    ) f on n.kind = 'post'
    order by n.at desc, n.id desc`);
  return rows.map(presentNotification);
}

function presentNotification(row: Row): Notification & { micros: string } {
  const { id, kind, username } = row;
  const hasActor = kind === "reply" || kind === "mention" || kind === "thread" || kind === "post";
  return {
    id,
    kind,
    createdAt: microsToIso(row.at_micros),
    micros: row.at_micros,
    isRead: row.is_read,
    actor: hasActor ? { username: username ?? DELETED_MEMBER, avatarUrl: row.avatar_url } : null,
    targetKind: row.has_comment ? "comment" : row.has_post ? "post" : "profile",
    isReplyToComment: row.parent_id !== null,
    title: kind === "moderation" ? row.name : (row.title ?? ""),
    followedList: row.followed_name && getListLabel(row.followed_kind, row.followed_name),
    excerpt: kind === "moderation" ? row.excerpt : markdownToExcerpt(row.content ?? "", EXCERPT_MAX),
    voterCount: row.voter_count,
    adminAction: row.admin_action,
    hasPage: (row.has_comment || row.has_post) && !row.is_deleted,
  };
}

const getListLabel = (kind: Row["followed_kind"], name: string) =>
  kind === "category" && isPostCategory(name) ? CATEGORY_LABELS[name] : `#${name}`;

/** Lists a page of the member's notifications, newest first. Throws AppError: not_signed_in, invalid_input. */
export async function listNotifications(
  { database, clock }: NotificationDeps,
  viewer: Viewer,
  { filter, cursor }: NotificationQuery,
): Promise<NotificationPage> {
  requireMember(viewer);
  const [micros, id] = cursor === null ? [] : decodeCursor(CURSOR, cursor);
  const cursorCondition =
    micros === undefined ? sql`` : sql`and (at, id) < (${microsToTime(micros)}, ${id}::uuid)`;
  // Each filter has its own index. A vote notification whose votes were all withdrawn isn't shown.
  const condition = filter === "unread" ? sql`read_at is null` : sql`voter_count > 0`;
  const rows = await selectNotifications(
    database.db,
    sql`select * from public.notifications where member_id = ${viewer.id}::uuid and ${condition} ${cursorCondition}
      order by at desc, id desc limit ${NOTIFICATIONS_PAGE_SIZE + 1}`,
  );
  const page = presentPage(rows, NOTIFICATIONS_PAGE_SIZE, clock.now());
  // A later page doesn't contain the newest notification, but "Mark all as read" on it must include that one.
  return cursor === null ? page : { ...page, upTo: dateToMicros(clock.now()) };
}

/** Lists the newest notifications, for the menu behind the bell. Throws AppError: not_signed_in. */
export async function listNewestNotifications(
  { database, clock }: NotificationDeps,
  viewer: Viewer,
): Promise<NotificationPage> {
  requireMember(viewer);
  const rows = await selectNotifications(
    database.db,
    sql`select * from public.notifications where member_id = ${viewer.id}::uuid and voter_count > 0
      order by at desc, id desc limit ${NEWEST_NOTIFICATIONS_MAX}`,
  );
  return presentPage(rows, NEWEST_NOTIFICATIONS_MAX, clock.now());
}

function presentPage(rows: readonly (Notification & { micros: string })[], size: number, now: Date) {
  const items = rows.slice(0, size);
  const last = rows.length > size ? items.at(-1) : undefined;
  return {
    items: items.map(({ micros: _micros, ...item }) => item),
    nextCursor: last ? encodeCursor([Number(last.micros), last.id]) : null,
    upTo: items[0]?.micros ?? dateToMicros(now),
  };
}

const dateToMicros = (date: Date) => String(date.getTime() * 1000);
