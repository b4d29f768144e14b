import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { PostListQuery } from "#core/forum/types.ts";
import { buildPage } from "#server/platform/list-cursor.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { buildPostListQuery, buildTaggedPostsQuery, buildUnansweredQuery } from "./build-post-list-query.ts";
import type { ForumDeps } from "./deps.ts";
import { POST_ORDERS } from "./post-orders.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "./present-post.ts";
import { listFollowedPosts } from "./reading/list-followed-posts.ts";
import { listUnreadPosts } from "./reading/list-unread-posts.ts";
import { searchPosts } from "./search-posts.ts";

/**
 * Lists a page of posts. At the top of Hot without filters, authors see what they have just posted. Throws
 * invalid_input for a cursor from another sort order, and not_signed_in for a visitor who requests a filter that is
 * only for members. A search ignores the filter.
 */
export async function listPosts(deps: ForumDeps, viewer: Viewer, query: PostListQuery) {
  if (isSearch(query)) return searchPosts(deps, viewer, query);
  if (query.filter === "unread") return listUnreadPosts(deps, viewer, query);
  if (query.filter === "following") return listFollowedPosts(deps, viewer, query);

  dependOn("posts");
  const order = POST_ORDERS[query.sort];
  const { size = PAGE_SIZE } = query;
  const now = deps.clock.now();
  const page =
    query.filter === "unanswered"
      ? buildUnansweredQuery(query, now)
      : query.tag === null
        ? buildPostListQuery(query, now, [])
        : buildTaggedPostsQuery(query, query.tag, now);
  const isFirstUnfilteredPage =
    query.cursor === null &&
    (query.filter ?? "all") === "all" &&
    query.tag === null &&
    query.categories.length === 0;
  const selection =
    viewer && query.sort === "hot" && isFirstUnfilteredPage
      ? selectCards(
          viewer,
          addOwnNewPosts(page, viewer.id, now),
          sql`p.is_own_new desc, ${order.orderBy}`,
          sql`, p.is_own_new`,
        )
      : selectCards(viewer, page, order.orderBy);
  const { rows } = await deps.database.reader.execute<CardRow & { is_own_new?: boolean }>(selection);
  const ownNewRows = rows.filter((row) => row.is_own_new);
  const { items, nextCursor } = buildPage(rows.slice(ownNewRows.length), size, presentCard, order.toCursor);
  const ownNewPosts = ownNewRows.map(presentCard);
  const ownNewIds = new Set(ownNewPosts.map(({ id }) => id));
  return { items: [...ownNewPosts, ...items.filter(({ id }) => !ownNewIds.has(id))], nextCursor };
}

/** Authors see their new posts first, because a post without votes may be on a later page of Hot. */
const OWN_NEW_POST_AGE_MAX_MS = 10 * 60_000;
const OWN_NEW_POSTS_MAX = 3;

function addOwnNewPosts(page: SQL, authorId: string, now: Date): SQL {
  const since = new Date(now.getTime() - OWN_NEW_POST_AGE_MAX_MS).toISOString();
  return sql`
    (select ${CARD_COLUMNS}, true as is_own_new from public.forum_posts p
      where p.author_id = ${authorId}::uuid and p.created_at > ${since}::timestamptz and p.deleted_at is null
      order by p.created_at desc limit ${OWN_NEW_POSTS_MAX})
    union all
    select listed.*, false from (${page}) listed`;
}

/** Whether a query is a search, which costs more than reading a page from an index. */
export function isSearch({ search }: PostListQuery): boolean {
  return search.trim() !== "";
}
