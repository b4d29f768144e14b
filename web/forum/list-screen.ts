import type { RouterContextProvider, ShouldRevalidateFunctionArgs } from "react-router";
import type { CategoryChip } from "#core/forum/categories.ts";
import { readListAddress, toPostListQuery } from "#core/forum/list-query.ts";
import { operation } from "#web/operation.ts";

/** What both list screens load: the list's address as read, and its page of posts. */
export async function loadPostList(
  context: Readonly<RouterContextProvider>,
  url: URL,
  chips: readonly CategoryChip[],
) {
  const address = readListAddress(url.searchParams, chips);
  const page = await operation(context, (app, viewer) =>
    app.forum.listPosts(viewer, toPostListQuery(address, chips)),
  );
  return { address, page };
}

/**
 * A vote's answer brings the counters of its own post; loading the list anew for it would move posts under the
 * pointer. Following pages are fetched apart as well.
 */
export function keepListOnVote({
  formAction,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formAction?.endsWith("/vote") ? false : defaultShouldRevalidate;
}
