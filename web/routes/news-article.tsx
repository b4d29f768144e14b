import { data, redirect, useRouteLoaderData } from "react-router";
import { Article } from "#web/news/article.tsx";
import { showNews } from "#web/news/card.ts";
import { newsFeeds } from "#web/news/feeds.ts";
import { NewsCard } from "#web/news/news-card.tsx";
import { GRID } from "#web/news/news-grid.tsx";
import { attempt, operation } from "#web/operation.ts";
import { appContext, markSameForVisitors } from "#web/server-context.ts";
import { Breadcrumb } from "#web/shell/breadcrumb.tsx";
import { findListPath, useListPath } from "#web/shell/list-path.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import { isScriptRequest } from "#web/shell/script-request.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/news-article";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const article = loaderData?.article;
  if (!article) return pageMeta(matches, { title: "Article Not Found", path: "/news", index: false });
  const { url, width, height, isCategoryPicture } = article.picture;
  return pageMeta(matches, {
    title: article.title,
    description: article.excerpt || article.title,
    path: `/news/${article.id}`,
    // A picture shared by many articles doesn't represent this one.
    image: isCategoryPicture
      ? { ...loaderData.picture, alt: article.title }
      : { path: url, alt: article.title, width, height },
    article: { author: article.author, publishedAt: article.publishedAt, editedAt: null },
    index: !article.isSample,
    feeds: newsFeeds(article.category),
  });
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  markSameForVisitors(context);
  const detail = await operation(context, (app) => app.news.readArticle(params.articleId));
  return {
    article: detail.article,
    related: detail.related.map(showNews),
    picture: await context.get(appContext).sharing.getArticlePicture(detail.article),
    listPath: findListPath(request, "/news"),
  };
}

/** Opens the discussion of an article. Visitors are sent to sign in, and back. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const opened = await attempt(context, (app, viewer) => app.news.openDiscussion(viewer, params.articleId));
  if (opened.ok) throw redirect(`/forum/${opened.value.postId}`);
  const { refusal, status } = opened;
  if (refusal.code === "article_not_found") throw data(refusal, { status });
  if (refusal.code === "sign_in_to_post" && !isScriptRequest(request))
    throw redirect(`/auth?next=${encodeURIComponent(`/news/${params.articleId}`)}`, {
      headers: { "Set-Cookie": noticeCookie(refusal.code) },
    });
  return data({ refusal }, { status });
}

export default function ArticlePage({ loaderData: { article, related, listPath } }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  const newsPath = useListPath("/news", article.id, listPath);
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3 sm:flex-nowrap">
        <Breadcrumb
          steps={[{ label: "Home", to: "/" }, { label: "News", to: newsPath }, { label: article.title }]}
        />
        <ButtonLink to={newsPath} look="quiet" size="sm" className="-mx-3 shrink-0">
          <Icon name="arrow-left" />
          Back to News
        </ButtonLink>
      </div>
      <Article article={article} origin={site.publicUrl} />
      {related.length > 0 ? (
        <section aria-labelledby="related" className="mt-3 grid grid-cols-1 gap-4">
          <h2 id="related" className="text-lg">
            Related articles
          </h2>
          <div className={GRID}>
            {related.map((news) => (
              <NewsCard key={news.id} news={news} />
            ))}
          </div>
        </section>
      ) : null}
    </div>
  );
}
