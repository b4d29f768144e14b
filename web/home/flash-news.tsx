import { Link } from "react-router";
import { FLASH_CARDS } from "#core/news/limits.ts";
import type { NewsCard as News } from "#core/news/types.ts";
import { Age } from "#web/forum/age.tsx";
import { FlashBadge, NewsCategoryBadge } from "#web/news/article-badges.tsx";
import { SampleBadge } from "#web/news/badges.tsx";
import { FlashCarousel } from "./flash-carousel.tsx";

/** The carousel, and beside it the three newest as cards; nothing when nothing is flash. */
export function FlashNews({ flash }: { flash: readonly News[] }) {
  if (flash.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <FlashCarousel flash={flash} />
      <section aria-labelledby="flash-feed" className="flex min-w-0 flex-col gap-3">
        <h2 id="flash-feed" className="text-lg">
          Flash News Feed
        </h2>
        {flash.slice(0, FLASH_CARDS).map((news) => (
          <FlashCard key={news.id} news={news} />
        ))}
      </section>
    </div>
  );
}

function FlashCard({ news }: { news: News }) {
  const { id, title, category, source, publishedAt, picture } = news;
  return (
    <article className="relative flex min-w-0 flex-1 items-center gap-3.5 rounded-lg border border-line bg-surface p-3 transition-colors hover:border-line-strong">
      <img
        src={picture.smallUrl}
        alt=""
        width={96}
        height={72}
        loading="lazy"
        decoding="async"
        className="h-18 w-24 shrink-0 rounded-md bg-hover object-cover"
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-faint">
          <FlashBadge />
          {news.isSample ? <SampleBadge /> : null}
          <NewsCategoryBadge category={category} />
        </p>
        <h3 className="mt-1 line-clamp-2 text-sm leading-snug">
          <Link
            to={`/news/${id}`}
            className="after:absolute after:inset-0 after:rounded-lg hover:text-accent"
          >
            {title}
          </Link>
        </h3>
        <p className="mt-1 truncate text-xs text-faint">
          {source} · <Age time={publishedAt} form="list" />
        </p>
      </div>
    </article>
  );
}
