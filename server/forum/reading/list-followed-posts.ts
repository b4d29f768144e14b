import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { LISTED_THREADS_MAX, PAGE_SIZE } from "#core/forum/limits.ts";
import { requireMember } from "#core/forum/rules.ts";
import type { PostListQuery } from "#core/forum/types.ts";
import { buildPage } from "#server/platform/list-cursor.ts";
import type { ForumDeps } from "../deps.ts";
import { getCategories, getCursorConditions, POST_ORDERS } from "../post-orders.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "../present-post.ts";

/**
 * Lists posts in followed threads, tags and categories, newest first. Reads at most one page from each followed tag and
 * category, and the LISTED_THREADS_MAX most recently followed threads. Throws not_signed_in, invalid_input for a cursor
 * from another sort order.
 */
export async function listFollowedPosts(deps: ForumDeps, viewer: Viewer, listQuery: PostListQuery) {
  requireMember(viewer);
  const query = { ...listQuery, sort: "new" } as const;
  const { size = PAGE_SIZE } = query;
  const order = POST_ORDERS.new;
  const member = sql`${viewer.id}::uuid`;
  const categories = getCategories(query);
  const selectedCategories = sql`${sql.param(categories)}::text[]`;
  const isNarrowed = categories.length > 0;

  const cursorConditions = getCursorConditions(query);
  const orderAndLimit = sql`order by ${order.orderBy} limit ${size + 1}`;
  const select = (from: SQL, ...conditions: readonly SQL[]) => sql`
    select p.id, p.created_at from ${from} where ${sql.join([...conditions, ...cursorConditions], sql` and `)} ${orderAndLimit}`;
  const fromFollows = (kind: "tag" | "category") =>
    sql`public.list_follows f where f.member_id = ${member} and f.kind = ${kind}`;
  const taggedPosts = sql`(select post_id as id, tag, category, created_at from public.post_tags) p`;
  const ids = sql`
    select p.id, p.created_at from (
      select found.* from (
        select f.name, ${isNarrowed ? sql`unnest(${selectedCategories})` : sql`null::text`} as category from ${fromFollows("tag")}
      ) f cross join lateral (
        ${select(taggedPosts, sql`p.tag = f.name`, ...(isNarrowed ? [sql`p.category = f.category`] : []))}
      ) found
      union
      select found.* from (
        -- Uses the collation of the posts' index.
        select f.name collate "default" as name from ${fromFollows("category")} ${isNarrowed ? sql`and f.name = any (${selectedCategories})` : sql``}
      ) f cross join lateral (
        ${select(sql`public.forum_posts p`, sql`p.deleted_at is null`, sql`p.category = f.name`)}
      ) found
      union
      (${select(
        sql`(
          select post_id from public.thread_follows where member_id = ${member} and state = 'following'
          order by created_at desc limit ${LISTED_THREADS_MAX}
        ) f cross join lateral (
          -- The limit makes the planner look up each post by its id instead of scanning the newest posts for matches.
          select id, created_at, category, deleted_at from public.forum_posts where id = f.post_id limit 1
        ) p`,
        sql`p.deleted_at is null`,
        ...(isNarrowed ? [sql`p.category = any (${selectedCategories})`] : []),
      )})
    ) p ${orderAndLimit}`;
  const { rows } = await deps.database.reader.execute<CardRow>(
    selectCards(
      viewer,
      sql`select ${CARD_COLUMNS} from (${ids}) found join public.forum_posts p on p.id = found.id`,
      order.orderBy,
    ),
  );
  return buildPage(rows, size, presentCard, order.toCursor);
}
