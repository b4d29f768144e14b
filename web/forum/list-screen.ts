import { data, type RouterContextProvider } from "react-router";
import type { CategoryChip } from "#core/forum/categories.ts";
import { readListAddress, toPostListQuery } from "#core/forum/list-query.ts";
import { showPosts } from "#web/forum/shown-post.ts";
import { attempt } from "#web/operation.ts";
import { edgeContext, markSameForVisitors } from "#web/server-context.ts";

/**
 * Loads what both list screens need: the address, the page of posts, and the text to show when it is empty. `empty`
 * is the screen's own text, null for a search; after too many searches it is the error.
 */
export async function loadPostList(
  context: Readonly<RouterContextProvider>,
  url: URL,
  chips: readonly CategoryChip[],
  empty: string,
) {
  const address = readListAddress(url.searchParams, chips);
  markSameForVisitors(context);
  // A getter, because only a search needs it.
  const client = {
    get address() {
      return context.get(edgeContext).client().address;
    },
  };
  const at = Date.now();
  const list = await attempt(context, (app, viewer) =>
    app.forum.listPosts(viewer, toPostListQuery(address, chips), client),
  );
  if (list.ok)
    return data({ address, page: { ...showPosts(list.value), at }, empty: address.search ? null : empty });
  const { refusal, status } = list;
  if (refusal.code !== "too_many_requests") throw data(refusal, { status });
  // The same cursor again, so that "Load More" can be retried.
  return data(
    { address, page: { items: [], nextCursor: address.cursor }, empty: refusal.message },
    { status },
  );
}
