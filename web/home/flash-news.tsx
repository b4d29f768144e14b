import { FLASH_CARDS } from "#core/news/limits.ts";
import { Age } from "#web/forum/age.tsx";
import { FlashBadge, NewsCategoryBadge } from "#web/news/article-badges.tsx";
import { SampleBadge } from "#web/news/badges.tsx";
import type { ShownNews } from "#web/news/card.ts";
import { Link } from "#web/ui/link.tsx";
import { FlashCarousel } from "./flash-carousel.tsx";

/** The carousel with the three newest as cards next to it; nothing without flash news. */
export function FlashNews({ flash }: { flash: readonly ShownNews[] }) {
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

function FlashCard({ news }: { news: ShownNews }) {
  const { id, title, category, source, publishedAt, picture } = news;
  return (
    <article className="card flash-card">
      <img src={picture} alt="" loading="lazy" />
      <div>
        <p className="card-meta">
          <FlashBadge />
          {news.isSample ? <SampleBadge /> : null}
          <NewsCategoryBadge category={category} />
        </p>
        <h3>
          <Link to={`/news/${id}`}>{title}</Link>
        </h3>
        <p className="flash-origin">
          {source} · <Age time={publishedAt} form="list" />
        </p>
      </div>
    </article>
  );
}
