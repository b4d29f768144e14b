import { data, type RouterContextProvider } from "react-router";
import { NEWS_FAILED } from "#core/messages.ts";
import { parseNewsQuery } from "#core/news/list-query.ts";
import { NEWS_FETCH_FAILED } from "#core/news/wording.ts";
import { attempt } from "#web/operation.ts";
import { appContext, identityContext, readOptional } from "#web/server-context.ts";
import { toNewsCardPage } from "./news-card-data.ts";

const SAMPLE_NOTICE = "These are sample articles. They'll be replaced as soon as real news arrives.";
const SAMPLE_NOTICE_FOR_ADMINS =
  "These are sample articles. They'll be replaced once one of your news sources has been fetched.";

/** Loads the news page. If the list fails to load, the status code says so, but the rest of the page still renders. */
export async function loadNews(context: Readonly<RouterContextProvider>, url: URL) {
  const newsQuery = parseNewsQuery(url.searchParams);
  const { news } = context.get(appContext);
  const [list, figures] = await Promise.all([
    readOptional(
      context,
      attempt(context, () => news.listNews(newsQuery)),
    ),
    news.countNews().catch(() => null),
  ]);
  const isAdmin = context.get(identityContext).viewer?.role === "admin";
  const sample = figures?.isSample
    ? {
        error: figures.hasFailed ? NEWS_FETCH_FAILED : null,
        explanation: isAdmin ? SAMPLE_NOTICE_FOR_ADMINS : SAMPLE_NOTICE,
        isAdmin,
      }
    : null;
  if (list?.ok) return data({ newsQuery, page: toNewsCardPage(list.value), figures, sample, error: null });
  // The query is invalid; loading the list didn't fail.
  if (list?.refusal.code === "invalid_input") throw data(list.refusal, { status: list.status });
  const page = { items: [], nextCursor: null };
  return data({ newsQuery, page, figures, sample, error: NEWS_FAILED }, { status: list?.status ?? 500 });
}
