import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { Page, PostCard, PostListQuery } from "#core/forum/types.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import type { ForumDeps } from "./deps.ts";
import { POST_ORDERS } from "./post-orders.ts";
import { type CardRow, presentCard, selectCards } from "./present-post.ts";
import { readInOrder, readTagged } from "./read-in-order.ts";
import { searchPosts } from "./search-posts.ts";

/**
 * A page of posts for Home or the forum: one statement, or two for a search. Throws invalid_input for a cursor of
 * another order.
 */
export async function listPosts(
  deps: ForumDeps,
  viewer: Viewer,
  query: PostListQuery,
): Promise<Page<PostCard>> {
  if (isSearch(query)) return searchPosts(deps, viewer, query);

  dependOn("posts");
  const order = POST_ORDERS[query.sort];
  const page =
    query.tag === null
      ? readInOrder(query, deps.clock.now(), [])
      : readTagged(query, query.tag, deps.clock.now());
  const { rows } = await deps.database.db.execute<CardRow>(selectCards(viewer, page, order.by));
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map(presentCard),
    nextCursor: rows.length > PAGE_SIZE && last ? order.toCursor(last) : null,
  };
}

/** Whether the list is a search, which costs more than a page of an index. */
export function isSearch({ search }: PostListQuery): boolean {
  return search.trim() !== "";
}
