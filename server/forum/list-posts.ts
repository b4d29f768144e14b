import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { Page, PostCard, PostListQuery } from "#core/forum/types.ts";
import type { ForumDeps } from "./deps.ts";
import { POST_ORDERS, periodStart, wantedCategories } from "./post-orders.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "./present-post.ts";
import { searchPosts } from "./search-posts.ts";

/**
 * A page of posts for home or forum. One statement (two for a search), whatever the number of posts.
 * Throws invalid_input for a cursor that this order did not give out.
 */
export async function listPosts(
  deps: ForumDeps,
  viewer: Viewer,
  query: PostListQuery,
): Promise<Page<PostCard>> {
  if (query.search.trim() !== "") return searchPosts(deps, viewer, query);

  const order = POST_ORDERS[query.sort];
  const since = periodStart(query, deps.clock.now());
  const conditions = [
    sql`p.deleted_at is null`,
    ...(query.tag === null ? [] : [sql`public.fold_tags(p.tags) @> array[lower(${query.tag})]`]),
    ...(since === null ? [] : [sql`p.created_at >= ${since.toISOString()}::timestamptz`]),
    ...(query.cursor === null ? [] : [order.after(query.cursor)]),
  ];
  const select = (...more: SQL[]) => sql`
    select ${CARD_COLUMNS} from public.forum_posts p
    where ${sql.join([...conditions, ...more], sql` and `)}
    order by ${order.by} limit ${PAGE_SIZE + 1}`;

  const categories = wantedCategories(query);
  // Each category is read from its own index and the heads are merged: a few rows are sorted, never a category.
  const page =
    categories.length === 0
      ? select()
      : categories.length === 1
        ? select(sql`p.category = ${categories[0]}`)
        : sql`
          select p.* from unnest(${sql.param(categories)}::text[]) as wanted (category)
          cross join lateral (${select(sql`p.category = wanted.category`)}) p
          order by ${order.by} limit ${PAGE_SIZE + 1}`;

  const { rows } = await deps.database.db.execute<CardRow>(selectCards(viewer, page, order.by));
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map(presentCard),
    nextCursor: rows.length > PAGE_SIZE && last ? order.cursorOf(last) : null,
  };
}
