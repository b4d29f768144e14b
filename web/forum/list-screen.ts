import { data, type RouterContextProvider } from "react-router";
import type { CategoryChip } from "#core/forum/categories.ts";
import { readListAddress, toPostListQuery } from "#core/forum/list-query.ts";
import { showPosts } from "#web/forum/shown-post.ts";
import { attempt } from "#web/operation.ts";
import { edgeContext, sameForVisitors } from "#web/server-context.ts";

/**
 * What both list screens load: the list's address as read, its page of posts, and what stands in the place of none: the
 * screen's sentence `empty`, nothing ready for a search, or the refusal of one too many; the search stays in its box.
 */
export async function loadPostList(
  context: Readonly<RouterContextProvider>,
  url: URL,
  chips: readonly CategoryChip[],
  empty: string,
) {
  const address = readListAddress(url.searchParams, chips);
  sameForVisitors(context);
  // Asked for by a search alone, which is limited.
  const asker = {
    get address() {
      return context.get(edgeContext).client().address;
    },
  };
  const at = Date.now();
  const list = await attempt(context, (app, viewer) =>
    app.forum.listPosts(viewer, toPostListQuery(address, chips), asker),
  );
  if (list.ok)
    return data({ address, page: { ...showPosts(list.value), at }, empty: address.search ? null : empty });
  const { refusal, status } = list;
  if (refusal.code !== "too_many_requests") throw data(refusal, { status });
  // The same place once more: "Load More" can be tried again.
  return data(
    { address, page: { items: [], nextCursor: address.cursor }, empty: refusal.message },
    { status },
  );
}
