import { type SQL, sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { DELETED_MEMBER } from "#core/accounts/profile-path.ts";
import { AppError } from "#core/errors.ts";
import {
  NEWEST_NOTIFICATIONS,
  NOTIFICATIONS_PAGE,
  type NotificationKind,
} from "#core/notifications/kinds.ts";
import type { Notification, NotificationPage, NotificationQuery } from "#core/notifications/types.ts";
import { type Db, microsToIso, microsToTime, type Tx, toMicros } from "#server/database/index.ts";
import { markdownToExcerpt } from "#server/markdown/index.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { NotificationDeps } from "./deps.ts";

const WORDS_MAX = 160;

type Row = {
  id: string;
  kind: NotificationKind;
  act: string | null;
  name: string;
  words: string;
  amount: number;
  at_micros: string;
  is_read: boolean;
  has_post: boolean;
  has_comment: boolean;
  title: string | null;
  parent_id: string | null;
  content: string | null;
  is_gone: boolean;
  username: string | null;
  avatar_url: string | null;
};

/** Reads the given rows of `notifications` for display, newest first. One statement. */
export async function readNotifications(
  db: Db | Tx,
  which: SQL,
): Promise<(Notification & { micros: string })[]> {
  const { rows } = await db.execute<Row>(sql`
    select n.id, n.kind, n.act, n.name, n.words, n.amount, ${toMicros(sql`n.at`)} as at_micros,
      n.read_at is not null as is_read, n.post_id is not null as has_post, n.comment_id is not null as has_comment,
      p.title, c.parent_id, left(c.content, 1000) as content,
      (p.deleted_at is not null or c.deleted_at is not null) as is_gone, a.username, a.avatar_url
    from (${which}) n
    left join public.comments c on c.id = n.comment_id
    left join public.forum_posts p on p.id = coalesce(n.post_id, c.post_id)
    left join public.profiles a on a.id = case when c.id is null then p.author_id else c.author_id end
    order by n.at desc, n.id desc`);
  return rows.map(present);
}

function present(row: Row): Notification & { micros: string } {
  const { id, kind, username } = row;
  const isAboutText = kind === "reply" || kind === "mention" || kind === "thread";
  return {
    id,
    kind,
    at: microsToIso(row.at_micros),
    micros: row.at_micros,
    isRead: row.is_read,
    actor: isAboutText ? { username: username ?? DELETED_MEMBER, avatarUrl: row.avatar_url } : null,
    targetKind: row.has_comment ? "comment" : row.has_post ? "post" : "profile",
    answersComment: row.parent_id !== null,
    title: kind === "moderation" ? row.name : (row.title ?? ""),
    excerpt: kind === "moderation" ? row.words : markdownToExcerpt(row.content ?? "", WORDS_MAX),
    voterCount: row.amount,
    adminAction: row.act,
    hasPage: (row.has_comment || row.has_post) && !row.is_gone,
  };
}

function requireMember(viewer: Viewer): asserts viewer is Member {
  if (viewer === null) throw new AppError("not_signed_in");
}

/**
 * One page of the member's notifications, newest first, by keyset pagination. One statement. Throws
 * not_signed_in, invalid_input.
 */
export async function listNotifications(
  { database, clock }: NotificationDeps,
  viewer: Viewer,
  { only, cursor }: NotificationQuery,
): Promise<NotificationPage> {
  requireMember(viewer);
  const from = cursor === null ? null : readCursor(cursor);
  const after = from ? sql`and (at, id) < (${microsToTime(from.micros)}, ${from.id}::uuid)` : sql``;
  // Each filter has its own index.
  const which = only === "unread" ? sql`read_at is null` : sql`amount > 0`;
  const rows = await readNotifications(
    database.db,
    sql`select * from public.notifications where member_id = ${viewer.id}::uuid and ${which} ${after}
      order by at desc, id desc limit ${NOTIFICATIONS_PAGE + 1}`,
  );
  return presentPage(rows, NOTIFICATIONS_PAGE, clock.now());
}

/** The latest few, for the bell. One statement. Throws not_signed_in. */
export async function listNewest(
  { database, clock }: NotificationDeps,
  viewer: Viewer,
): Promise<NotificationPage> {
  requireMember(viewer);
  const rows = await readNotifications(
    database.db,
    sql`select * from public.notifications where member_id = ${viewer.id}::uuid and amount > 0
      order by at desc, id desc limit ${NEWEST_NOTIFICATIONS}`,
  );
  return presentPage(rows, NEWEST_NOTIFICATIONS, clock.now());
}

function presentPage(
  rows: readonly (Notification & { micros: string })[],
  size: number,
  now: Date,
): NotificationPage {
  const items = rows.slice(0, size);
  const last = rows.length > size ? items.at(-1) : undefined;
  return {
    items: items.map(({ micros: _micros, ...item }) => item),
    nextCursor: last ? writeCursor(last.micros, last.id) : null,
    // On later pages this includes the items of the pages before.
    upTo: items[0]?.micros ?? String(now.getTime() * 1000),
  };
}
