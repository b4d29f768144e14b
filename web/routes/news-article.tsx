import { removeSamplePrefix } from "#core/news/sample-title.ts";
import { Article } from "#web/news/article.tsx";
import { listNewsFeeds } from "#web/news/cards/feeds.ts";
import { NewsCard } from "#web/news/cards/news-card.tsx";
import { GRID_CLASSES } from "#web/news/cards/news-grid.tsx";
import { toNewsCardData } from "#web/news/news-card-data.ts";
import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { useSite } from "#web/page/site-data.ts";
import { appContext, cacheForVisitors } from "#web/server-context.ts";
import { Breadcrumb, findListPath, useListPath } from "#web/shell/breadcrumb.tsx";
import { JoinCard } from "#web/shell/join-card.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/news-article";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const article = loaderData?.article;
  if (!article) return pageMeta(matches, { title: "Article Not Found", path: "/news", isListed: false });
  const { url, width, height, isCategoryImage } = article.image;
  return pageMeta(matches, {
    title: article.title,
    description: article.excerpt || article.title,
    path: `/news/${article.id}`,
    // An image shared by many articles doesn't represent this one.
    image: isCategoryImage
      ? { ...loaderData.previewImage, alt: article.title }
      : { path: url, alt: article.title, width, height },
    article: { author: article.author, publishedAt: article.publishedAt, editedAt: null },
    isListed: !article.isSample,
    feeds: listNewsFeeds(article.category),
  });
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  cacheForVisitors(context);
  const detail = await operation(context, (app) => app.news.readArticle(params.articleId));
  return {
    article: detail.article,
    relatedArticles: detail.related.map(toNewsCardData),
    previewImage: await context.get(appContext).sharing.getArticleImage(detail.article),
    listPath: findListPath(request, "/news"),
  };
}

export default function ArticlePage({
  loaderData: { article, relatedArticles, listPath },
}: Route.ComponentProps) {
  const site = useSite();
  const newsPath = useListPath("/news", article.id, listPath);
  return (
    <div className="side-layout">
      <div className="page-main grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3 sm:flex-nowrap">
          <Breadcrumb
            items={[
              { label: "Home", to: "/" },
              { label: "News", to: newsPath },
              { label: removeSamplePrefix(article.title, article.isSample) },
            ]}
          />
          <ButtonLink to={newsPath} variant="quiet" size="sm" className="-mx-3 shrink-0">
            <Icon name="arrow-left" />
            Back to News
          </ButtonLink>
        </div>
        <Article article={article} origin={site.publicUrl} />
        {relatedArticles.length > 0 ? (
          <section aria-labelledby="related" className="mt-3 grid grid-cols-1 gap-4 print:hidden">
            <h2 id="related" className="text-lg">
              Related articles
            </h2>
            <div className={GRID_CLASSES}>
              {relatedArticles.map((relatedArticle) => (
                <NewsCard key={relatedArticle.id} article={relatedArticle} />
              ))}
            </div>
          </section>
        ) : null}
      </div>
      <JoinCard />
    </div>
  );
}
