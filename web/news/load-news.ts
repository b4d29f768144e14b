import { data, type RouterContextProvider } from "react-router";
import { parseNewsQuery } from "#core/news/list-query.ts";
import type { NewsCounters } from "#core/news/types.ts";
import { NEWS_FAILED, NEWS_FETCH_FAILED, SAMPLE_NOTICE } from "#core/news/wording.ts";
import { attempt } from "#web/operation.ts";
import { appContext, edgeContext } from "#web/server-context.ts";
import { showNewsPage } from "./card.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Loads the news page: the query, the list, the counters (null if unavailable), the notice for samples, and an
 * error message if the list failed. The status code reflects the failure, but the rest of the page still renders.
 */
export async function loadNews(context: Context, url: URL) {
  const address = parseNewsQuery(url.searchParams);
  const [list, figures] = await Promise.all([
    attempt(context, (app) => app.news.listNews(address)).catch((error: unknown) => {
      context.get(edgeContext).report(error);
      return null;
    }),
    countNews(context),
  ]);
  const sample = figures?.isSample
    ? { failed: figures.hasFailed ? NEWS_FETCH_FAILED : null, why: SAMPLE_NOTICE }
    : null;
  if (list?.ok) return data({ address, page: showNewsPage(list.value), figures, sample, failed: null });
  // Invalid query rather than a failed list.
  if (list?.refusal.code === "invalid_input") throw data(list.refusal, { status: list.status });
  const page = { items: [], nextCursor: null };
  return data({ address, page, figures, sample, failed: NEWS_FAILED }, { status: list?.status ?? 500 });
}

async function countNews(context: Context): Promise<NewsCounters | null> {
  try {
    return await context.get(appContext).news.countNews();
  } catch {
    return null;
  }
}
