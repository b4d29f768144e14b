import { RelativeTime } from "#web/lists/relative-time.tsx";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import { FlashBadge, NewsCategoryBadge } from "#web/news/cards/article-badges.tsx";
import type { NewsCardData } from "#web/news/news-card-data.ts";
import { Link } from "#web/ui/link.tsx";

export function FlashFeed({ articles }: { articles: readonly NewsCardData[] }) {
  return (
    <section aria-labelledby="flash-feed" className="flash-feed">
      <h2 id="flash-feed" className="text-lg">
        Flash News Feed
      </h2>
      {articles.map((article) => (
        <FlashCard key={article.id} article={article} />
      ))}
    </section>
  );
}

function FlashCard({ article }: { article: NewsCardData }) {
  const { id, title, category, source, publishedAt, image } = article;
  return (
    <article className="card flash-card">
      <img src={image} alt="" loading="lazy" />
      <div>
        <p className="card-meta">
          <FlashBadge />
          {article.isSample ? <SampleBadge /> : null}
          <NewsCategoryBadge category={category} />
        </p>
        <h3>
          <Link to={`/news/${id}`}>{title}</Link>
        </h3>
        <p className="flash-origin">
          {source} · <RelativeTime time={publishedAt} format="list" />
        </p>
      </div>
    </article>
  );
}
