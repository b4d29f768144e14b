import { Link } from "react-router";
import { NEWS_CARD_TAGS } from "#core/news/limits.ts";
import type { NewsCard as News } from "#core/news/types.ts";
import { Age } from "#web/forum/age.tsx";
import { TagList } from "#web/forum/tag-list.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { FlashBadge, NewsCategoryBadge } from "./article-badges.tsx";
import { SampleBadge } from "./badges.tsx";

interface NewsCardProps {
  readonly news: News;
  /** For what is seen first: the picture is not left for later. */
  readonly isEarly?: boolean;
}

/** An article in a list. The title is the link; the whole card follows it. */
export function NewsCard({ news, isEarly = false }: NewsCardProps) {
  const { id, title, excerpt, category, tags, author, source, publishedAt, readTime, views } = news;
  return (
    <article className="relative flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors hover:border-line-strong">
      <NewsPicture news={news} isEarly={isEarly} />
      {news.isFlash || news.isSample ? (
        <p className="absolute start-3 top-3 flex gap-1.5">
          {news.isFlash ? <FlashBadge /> : null}
          {news.isSample ? <SampleBadge /> : null}
        </p>
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col p-4">
        <p className="figures flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-faint">
          <NewsCategoryBadge category={category} />
          <Age time={publishedAt} form="list" />
          <span>{readTime} min read</span>
          <span className="inline-flex items-center gap-1">
            <Icon name="eye" size={13} />
            {views.toLocaleString("en")}
            <span className="sr-only">{views === 1 ? "view" : "views"}</span>
          </span>
        </p>
        <h3 className="mt-1.5 line-clamp-3 leading-snug">
          <Link
            to={`/news/${id}`}
            className="after:absolute after:inset-0 after:rounded-lg hover:text-accent"
          >
            {title}
          </Link>
        </h3>
        <p className="mt-1 line-clamp-3 text-sm text-muted">{excerpt}</p>
        <div className="mt-auto grid gap-2.5 pt-3">
          <TagList tags={tags.slice(0, NEWS_CARD_TAGS)} list="/news?q=" />
          <Origin author={author} source={source} />
        </div>
      </div>
    </article>
  );
}

/** Who wrote it and which feed brought it, on one line; the author gives way first. */
export function Origin({ author, source }: { author: string; source: string }) {
  return (
    <p className="flex min-w-0 gap-1 text-xs text-faint">
      <span className="min-w-0 truncate text-muted">{author}</span>
      <span aria-hidden>·</span>
      <span className="max-w-[60%] shrink-0 truncate">{source}</span>
    </p>
  );
}

/** Its place is kept free, whatever the picture's own measures. It shows nothing that the words beside it do not say. */
export function NewsPicture({ news: { picture }, isEarly }: NewsCardProps) {
  return (
    <img
      src={picture.smallUrl}
      alt=""
      width={480}
      height={270}
      loading={isEarly ? "eager" : "lazy"}
      decoding="async"
      className="aspect-video w-full bg-hover object-cover"
    />
  );
}
