import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { listNewsFeeds } from "#web/news/feeds.ts";
import { loadNews } from "#web/news/load-news.ts";
import { buildNewsHref, NewsSearch, NewsTabs } from "#web/news/news-controls.tsx";
import { NewsList } from "#web/news/news-list.tsx";
import { SampleNotice } from "#web/news/sample-notice.tsx";
import { pageMeta } from "#web/page/page-meta.ts";
import { cacheForVisitors } from "#web/server-context.ts";
import { FigureRow } from "#web/ui/figure-row.tsx";
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
    index: !newsQuery?.search && !loaderData?.error,
    feeds: listNewsFeeds(category),
  });
};

export function loader({ context, url }: Route.LoaderArgs) {
  cacheForVisitors(context);
  return loadNews(context, url);
}

export default function News({
  loaderData: { page, newsQuery, figures, error, sample },
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
      {sample ? <SampleNotice {...sample} /> : null}
      <h2 className="sr-only">Stories</h2>
      <NewsList page={page} newsQuery={newsQuery} error={error} />
    </div>
  );
}
