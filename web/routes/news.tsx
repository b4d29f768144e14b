import { data } from "react-router";
import { NEWS_FAILED } from "#core/messages.ts";
import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { parseNewsQuery } from "#core/news/list-query.ts";
import { NEWS_FETCH_FAILED } from "#core/news/wording.ts";
import { buildContentListPath } from "#web/admin/content/content-paths.ts";
import { FigureRow } from "#web/lists/figure-row.tsx";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import { listNewsFeeds } from "#web/news/cards/feeds.ts";
import { toNewsCardPage } from "#web/news/news-card-data.ts";
import { buildNewsHref, NewsList, NewsSearch, NewsTabs } from "#web/news/news-list.tsx";
import { attempt } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import {
  appContext,
  cacheForVisitors,
  identityContext,
  type RequestContext,
  readOptional,
} from "#web/server-context.ts";
import { Link } from "#web/ui/link.tsx";
import type { Route } from "./+types/news";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const newsQuery = loaderData?.newsQuery;
  const category = newsQuery && newsQuery.category !== "all" ? newsQuery.category : null;
  return pageMeta(matches, {
    title: newsQuery?.search
      ? `“${newsQuery.search}” in the news`
      : `Latest News${category ? `: ${NEWS_CATEGORY_LABELS[category]}` : ""}`,
    description: "Crypto, AI and quantum technology news from many sources.",
    path: newsQuery ? buildNewsHref(newsQuery, {}) : "/news",
    isListed: !newsQuery?.search && !loaderData?.error,
    feeds: listNewsFeeds(category),
  });
};

export function loader({ context, url }: Route.LoaderArgs) {
  cacheForVisitors(context);
  return loadNews(context, url);
}

const SAMPLE_NOTICE = "The articles here are samples. They'll be replaced as soon as real news arrives.";
const SAMPLE_NOTICE_FOR_ADMINS =
  "The articles here are samples. They'll be replaced once one of your news sources has been fetched.";

/** Loads the news page. If the list fails to load, the status code says so, but the rest of the page still renders. */
async function loadNews(context: RequestContext, url: URL) {
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
  const sampleNotice = figures?.isSample
    ? {
        error: figures.hasFailed ? NEWS_FETCH_FAILED : null,
        explanation: isAdmin ? SAMPLE_NOTICE_FOR_ADMINS : SAMPLE_NOTICE,
        isAdmin,
      }
    : null;
  if (list?.ok)
    return data({ newsQuery, page: toNewsCardPage(list.value), figures, sampleNotice, error: null });
  // The query is invalid; loading the list didn't fail.
  if (list?.refusal.code === "invalid_input") throw data(list.refusal, { status: list.status });
  const page = { items: [], nextCursor: null };
  return data(
    { newsQuery, page, figures, sampleNotice, error: NEWS_FAILED },
    { status: list?.status ?? 500 },
  );
}

export default function News({
  loaderData: { page, newsQuery, figures, error, sampleNotice },
}: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 className="text-xl sm:text-2xl">Latest News</h1>
        {figures ? (
          <FigureRow
            className="w-full sm:w-auto sm:min-w-96"
            figures={[
              { label: "Flash News", value: figures.flash },
              { label: "Total Stories", value: figures.articles },
              { label: "Sources", value: figures.sources },
            ]}
          />
        ) : null}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <NewsSearch newsQuery={newsQuery} />
        <NewsTabs newsQuery={newsQuery} />
      </div>
      {sampleNotice ? <SampleNotice {...sampleNotice} /> : null}
      <h2 className="sr-only">Articles</h2>
      <NewsList page={page} newsQuery={newsQuery} error={error} />
    </div>
  );
}

interface SampleNoticeProps {
  /** Set if the last fetch of every enabled source failed. */
  readonly error: string | null;
  readonly explanation: string;
  readonly isAdmin: boolean;
}

function SampleNotice({ error, explanation, isAdmin }: SampleNoticeProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-4 py-2.5 text-sm text-muted">
      <SampleBadge />
      {error ? <strong className="text-text">{error}</strong> : null}
      <span>{explanation}</span>
      {isAdmin ? (
        <Link to={buildContentListPath("sources")} className="font-semibold text-accent text-link">
          Manage news sources
        </Link>
      ) : null}
    </p>
  );
}
