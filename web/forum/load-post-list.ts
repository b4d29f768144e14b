import { data, type RouterContextProvider } from "react-router";
import type { CategoryChip } from "#core/forum/category-chips.ts";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import { parsePostListState, toPostListQuery } from "#core/forum/list-query.ts";
import type { PostFilter } from "#core/forum/types.ts";
import { attempt } from "#web/operation.ts";
import { cacheForVisitors, edgeContext } from "#web/server-context.ts";
import { toPostCardPage } from "./post-card-data.ts";

interface PostListOptions {
  readonly chips: readonly CategoryChip[];
  readonly filters?: readonly PostFilter[];
  readonly emptyMessage: string;
  /** The number of posts on the first page; PAGE_SIZE by default. */
  readonly firstPageSize?: number;
}

/** Loads a list of posts. `emptyMessage` becomes null for a search, and an error message after too many searches. */
export async function loadPostList(
  context: Readonly<RouterContextProvider>,
  url: URL,
  { chips, filters, emptyMessage, firstPageSize = PAGE_SIZE }: PostListOptions,
) {
  const listState = parsePostListState(url.searchParams, chips, filters);
  cacheForVisitors(context);
  // A getter, because only a search needs the address.
  const client = {
    get address() {
      return context.get(edgeContext).client().address;
    },
  };
  const at = Date.now();
  const list = await attempt(context, (app, viewer) =>
    app.forum.listPosts(
      viewer,
      { ...toPostListQuery(listState, chips), size: listState.cursor ? PAGE_SIZE : firstPageSize },
      client,
    ),
  );
  if (list.ok)
    return data({
      listState,
      page: { ...toPostCardPage(list.value), at },
      emptyMessage: listState.search ? null : emptyMessage,
    });
  const { refusal, status } = list;
  if (refusal.code !== "too_many_requests") throw data(refusal, { status });
  // Return the same cursor, so that "Load More" can be retried.
  return data(
    { listState, page: { items: [], nextCursor: listState.cursor }, emptyMessage: refusal.message },
    { status },
  );
}
