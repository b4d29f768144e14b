import { removeSamplePrefix } from "#core/news/sample-title.ts";
import type { NewsArticle } from "#core/news/types.ts";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import { TagList } from "#web/lists/tag-list.tsx";
import { ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";
import { FlashBadge, NewsCategoryBadge } from "./cards/article-badges.tsx";

const LONG_DATE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

export function Article({ article, origin }: { article: NewsArticle; origin: string }) {
  const { id, title, excerpt, category, author, source, sourceUrl, publishedAt, image } = article;
  return (
    <article className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="p-4 sm:p-8 sm:pb-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
          <Link to={`/news?category=${category}`} className="text-link">
            <NewsCategoryBadge category={category} />
          </Link>
          {article.isFlash ? <FlashBadge /> : null}
          {article.isSample ? <SampleBadge /> : null}
        </div>
        <h1 className="mt-3 text-xl md:text-2xl">{removeSamplePrefix(title, article.isSample)}</h1>
        {excerpt ? <p className="mt-3 text-lg text-muted">{excerpt}</p> : null}
        <p className="figures mt-4 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-faint">
          <span className="font-semibold text-text">{author}</span>
          <span>{source}</span>
          <time dateTime={publishedAt}>{LONG_DATE.format(new Date(publishedAt))}</time>
          <span>{article.readMinutes} min read</span>
          <span className="inline-flex items-center gap-1">
            <Icon name="eye" size={14} />
            {article.views.toLocaleString("en")} {article.views === 1 ? "view" : "views"}
          </span>
        </p>
      </div>
      <img
        src={image.url}
        srcSet={`${image.thumbnailUrl} 480w, ${image.url} ${Math.max(481, image.width)}w`}
        sizes="(min-width: 48rem) 46rem, 100vw"
        alt=""
        width={image.width}
        height={image.height}
        fetchPriority="high"
        className="max-h-112 w-full bg-hover object-cover"
      />
      <div className="p-4 sm:p-8">
        <div className="prose whitespace-pre-line">
          {article.content.split(/\n{2,}/).map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other key
            <p key={index}>{paragraph}</p>
          ))}
        </div>
        {article.tags.length > 0 ? (
          <div className="mt-6">
            <TagList tags={article.tags} linkPrefix="/news?q=" />
          </div>
        ) : null}
        <div className="mt-6 flex flex-wrap items-start gap-3">
          <Discussion article={article} />
          {sourceUrl ? (
            <a href={sourceUrl} target="_blank" rel="noopener nofollow" className={buttonClasses({})}>
              <Icon name="external-link" />
              View Original Source
            </a>
          ) : null}
        </div>
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 print:hidden">
          <h2 className="text-sm text-muted">Share on</h2>
          <ShareLinks title={title} path={`/news/${id}`} origin={origin} />
        </div>
      </div>
    </article>
  );
}

function Discussion({ article: { id, discussion } }: { article: NewsArticle }) {
  if (!discussion)
    return (
      <ButtonLink to={`/create?article=${id}`} variant="primary">
        <Icon name="message-square" />
        Discuss in the Forum
      </ButtonLink>
    );
  const { postId, commentCount } = discussion;
  return (
    <ButtonLink to={`/forum/${postId}`} variant="primary">
      <Icon name="message-square" />
      Discussion
      <span className="figures font-normal">
        {commentCount} {commentCount === 1 ? "comment" : "comments"}
      </span>
    </ButtonLink>
  );
}

/** Plain links, so that nothing is loaded from other sites until someone clicks. */
function ShareLinks({ title, path, origin }: { title: string; path: string; origin: string }) {
  const url = origin + path;
  const targets = [
    ["Facebook", "https://www.facebook.com/sharer/sharer.php", { u: url, quote: title }],
    ["Twitter", "https://twitter.com/intent/tweet", { url, text: title }],
    ["LinkedIn", "https://www.linkedin.com/sharing/share-offsite/", { url, title }],
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-1.5 max-sm:gap-1 max-sm:[&>button]:px-1.5">
      {targets.map(([name, base, parameters]) => (
        <a
          key={name}
          href={`${base}?${new URLSearchParams(parameters)}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Share on ${name} (opens another site)`}
          className={buttonClasses({ variant: "secondary", size: "sm" }, "max-sm:px-2")}
        >
          {name}
        </a>
      ))}
      <ShareButton title={title} path={path} />
    </div>
  );
}
