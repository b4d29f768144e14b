import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { Page, PostCard, PostListQuery } from "#core/forum/types.ts";
import { readFrom } from "#server/platform/request-scope.ts";
import type { ForumDeps } from "./deps.ts";
import { categoriesParameter, FEW, POST_ORDERS, placeConditions } from "./post-orders.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "./present-post.ts";
import { readInOrder } from "./read-in-order.ts";
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
  if (isSearch(query)) return searchPosts(deps, viewer, query);

  readFrom("posts");
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
    nextCursor: rows.length > PAGE_SIZE && last ? order.cursorOf(last) : null,
  };
}

/** Whether the list is a search: then it costs more than a page of an index. */
export function isSearch({ search }: PostListQuery): boolean {
  return search.trim() !== "";
}

/** A tag that few posts have is read from the tags' index and sorted; one that many have is met soon in the order's. */
function readTagged(query: PostListQuery, tag: string, now: Date): SQL {
  const order = POST_ORDERS[query.sort];
  const isRare = sql`(select not yes from common) and (select count(*) from few) <= ${FEW}`;
  const tagged = sql`p.tag_keys @> array[lower(${tag})]`;
  return sql`
    with common as materialized (select public.tag_is_common(${tag}) as yes),
    few as materialized (
      select id from common, public.posts_with_tag(${tag}, ${categoriesParameter(query)},
        case when common.yes then 0 else ${FEW + 1} end) as id
    )
    select p.* from (
      (select ${CARD_COLUMNS} from public.forum_posts p
        where p.id = any (array(select id from few)) and ${sql.join([isRare, ...placeConditions(query, now)], sql` and `)}
        order by ${order.by} limit ${PAGE_SIZE + 1})
      union all
      (${readInOrder(query, now, [sql`not (${isRare})`, tagged])})
    ) p order by ${order.by} limit ${PAGE_SIZE + 1}`;
}
