import { formatInteger } from "#core/format-count.ts";
import { NEWS_CARD_TAGS_MAX } from "#core/news/limits.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import { TagList } from "#web/lists/tag-list.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import type { NewsCardData } from "../news-card-data.ts";
import { FlashBadge, NewsCategoryBadge } from "./article-badges.tsx";

interface NewsCardProps {
  readonly article: NewsCardData;
  /** Loads the image immediately, for cards at the top. */
  readonly isEager?: boolean;
}

export function NewsCard({ article, isEager = false }: NewsCardProps) {
  const { id, title, excerpt, category, tags, author, source, publishedAt, readMinutes, views } = article;
  return (
    <article className="card news-card">
      <NewsImage article={article} isEager={isEager} />
      {article.isFlash || article.isSample ? (
        <p className="news-card-badges">
          {article.isFlash ? <FlashBadge /> : null}
          {article.isSample ? <SampleBadge /> : null}
        </p>
      ) : null}
      <div>
        <p className="card-meta">
          <NewsCategoryBadge category={category} />
          <RelativeTime time={publishedAt} format="list" />
          <span>{`${readMinutes} min read`}</span>
          <span className="card-figure">
            <Icon name="eye" />
            {formatInteger(views)}
            <span className="sr-only">{views === 1 ? "view" : "views"}</span>
          </span>
        </p>
        <h3>
          <Link to={`/news/${id}`}>{title}</Link>
        </h3>
        <p className="card-excerpt">{excerpt}</p>
        <TagList tags={tags.slice(0, NEWS_CARD_TAGS_MAX)} linkPrefix="/news?q=" />
        <Attribution author={author} source={source} />
      </div>
    </article>
  );
}

/** Author and source on one line; the author is truncated first. */
export function Attribution({ author, source }: { author: string; source: string }) {
  return (
    <p className="origin">
      <span>{author}</span>
      <span>{source}</span>
    </p>
  );
}

/** CSS reserves the image's space. The image is decorative, so it has no alt text. */
export function NewsImage({ article: { image }, isEager }: NewsCardProps) {
  return <img src={image} alt="" loading={isEager ? "eager" : "lazy"} className="news-picture" />;
}
