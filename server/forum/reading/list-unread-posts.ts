import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE, UNREAD_COMMENTS_MAX, UNREAD_POSTS_MAX } from "#core/forum/limits.ts";
import { requireMember } from "#core/forum/rules.ts";
import type { PostListQuery } from "#core/forum/types.ts";
import { buildPage } from "#server/platform/list-cursor.ts";
import { formatCursor, microsToTime, parseCursor, toMicros } from "../cursor.ts";
import type { ForumDeps } from "../deps.ts";
import { getCategories } from "../post-orders.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "../present-post.ts";

type UnreadRow = CardRow & { active_micros: string };

/**
 * Lists new posts and posts with new comments, latest activity first. Considers a limited number of rows, so that the
 * cost doesn't grow. Throws not_signed_in, invalid_input for a cursor from another list.
 */
export async function listUnreadPosts(deps: ForumDeps, viewer: Viewer, query: PostListQuery) {
  requireMember(viewer);
  const member = sql`${viewer.id}::uuid`;
  const { size = PAGE_SIZE } = query;
  const { rows } = await deps.database.reader.execute<UnreadRow>(
    selectCards(
      viewer,
      sql`
        select ${CARD_COLUMNS}, active.at as active_at from (
          select newest.id, newest.created_at as at from (
            select id, author_id, created_at from public.forum_posts
            where deleted_at is null and created_at > now() - interval '7 days'
            order by created_at desc, id desc limit ${UNREAD_POSTS_MAX}
          ) newest
          where newest.author_id is distinct from ${member} and not exists (
            select from public.post_visits v where v.member_id = ${member} and v.post_id = newest.id)
          union all
          select newest.post_id, max(newest.created_at) from (
            select post_id, author_id, created_at from public.comments
            where deleted_at is null order by created_at desc, id desc limit ${UNREAD_COMMENTS_MAX}
          ) newest
          join public.post_visits v on v.member_id = ${member} and v.post_id = newest.post_id
            and newest.created_at > v.seen_at
          where newest.author_id is distinct from ${member} group by newest.post_id
        ) active join public.forum_posts p on p.id = active.id
        where ${sql.join([sql`p.deleted_at is null`, ...getConditions(query, member)], sql` and `)}
        order by active.at desc, p.id desc limit ${size + 1}`,
      sql`p.active_at desc, p.id desc`,
      sql`, ${toMicros(sql`p.active_at`)} as active_micros`,
    ),
  );
  return buildPage(rows, size, presentCard, (row) =>
    formatCursor("unread", [Number(row.active_micros), row.id]),
  );
}

function getConditions({ cursor, tag, ...query }: PostListQuery, member: SQL): SQL[] {
  const conditions = [
    sql`not exists (
      select from public.thread_follows f where f.member_id = ${member} and f.post_id = p.id and f.state = 'muted')`,
  ];
  const categories = getCategories({ cursor, tag, ...query });
  if (categories.length > 0) conditions.push(sql`p.category = any (${sql.param(categories)}::text[])`);
  if (tag !== null) conditions.push(sql`lower(${tag}) = any (p.tag_keys)`);
  if (cursor !== null) {
    const [, micros, id] = parseCursor("unread", cursor);
    conditions.push(sql`(active.at, p.id) < (${microsToTime(micros)}, ${id}::uuid)`);
  }
  return conditions;
}
