import type { RouterContextProvider } from "react-router";
import type { NewsDetail } from "#core/news/types.ts";
import { operation } from "#web/operation.ts";
import { appContext, edgeContext } from "#web/server-context.ts";
import { isAhead } from "#web/shell/is-ahead.ts";

/** The article, and its view counted: a browser that fetches ahead has not shown it to anybody. */
export async function loadArticle(
  context: Readonly<RouterContextProvider>,
  request: Request,
  id: string,
): Promise<NewsDetail> {
  const [detail] = await Promise.all([
    operation(context, (app) => app.news.readArticle(id)),
    isAhead(request) ? undefined : countView(context, id),
  ]);
  return detail;
}

async function countView(context: Readonly<RouterContextProvider>, id: string): Promise<void> {
  const { clientAddress: address, userAgent, report, expectedError } = context.get(edgeContext);
  try {
    await context.get(appContext).news.countView(id, { address, userAgent });
  } catch (error) {
    // An article can be read though it cannot be counted.
    if (!expectedError(error)) report(error);
  }
}
