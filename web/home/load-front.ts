import type { RouterContextProvider } from "react-router";
import type { FrontNews } from "#core/news/types.ts";
import { attempt, operation } from "#web/operation.ts";
import { edgeContext } from "#web/server-context.ts";

/** The address' parameter of where the latest news go on. */
const CURSOR = "news";

/** What Home shows beside the posts. News that cannot be loaded leave the rest of the page alone: then they are null. */
export async function loadFront(context: Readonly<RouterContextProvider>, url: URL) {
  const cursor = url.searchParams.get(CURSOR) || null;
  const [news, market] = await Promise.all([
    loadNews(context, cursor),
    operation(context, (app) => app.market.readMarket()),
  ]);
  return { news, market, isNewsContinued: cursor !== null };
}

async function loadNews(
  context: Readonly<RouterContextProvider>,
  cursor: string | null,
): Promise<FrontNews | null> {
  try {
    const read = await attempt(context, (app) => app.news.readFrontNews(cursor));
    if (read.ok) return read.value;
    // A place that no list gave out ends the list; "Back to its beginning" stands above it.
    return cursor === null ? null : { flash: [], latest: { items: [], nextCursor: null } };
  } catch (error) {
    context.get(edgeContext).report(error);
    return null;
  }
}
