import { useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import type { NewsCard as News } from "#core/news/types.ts";
import { Age } from "#web/forum/age.tsx";
import { FlashBadge, NewsCategoryBadge } from "#web/news/article-badges.tsx";
import { SampleBadge } from "#web/news/badges.tsx";
import { NewsPicture, Origin } from "#web/news/news-card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { CONTROL, StopButton } from "./stop-button.tsx";
import { useTurns } from "./use-turns.ts";

const TURN_MS = 5000;
const STEPS = [
  ["Previous story", -1, "chevron-left"],
  ["Next story", 1, "chevron-right"],
] as const;

/**
 * The flash news one at a time: a row that snaps, which a finger and the Tab key move as well, and without scripts they
 * alone. Where the row stands is read from it, so that everything that moves it agrees.
 */
export function FlashCarousel({ flash }: { flash: readonly News[] }) {
  const row = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const last = flash.length - 1;

  // A turn changes the controls alone.
  const slides = useMemo(
    () =>
      flash.map((news, index) => (
        <li key={news.id} className="w-full shrink-0 snap-start snap-always">
          <Slide news={news} isEarly={index === 0} />
        </li>
      )),
    [flash],
  );

  function show(index: number) {
    const element = row.current;
    if (!element) return;
    const wanted = index < 0 ? last : index > last ? 0 : index;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || Math.abs(wanted - at) > 1;
    element.scrollTo({ left: wanted * element.clientWidth, behavior: isStill ? "instant" : "smooth" });
  }
  const { isReady, isStopped, stopOrGo, hold } = useTurns(() => show(at + 1), TURN_MS, at);

  return (
    <section
      aria-roledescription="carousel"
      aria-labelledby="flash-news"
      data-moves-in={TURN_MS}
      className="flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
      {...hold}
    >
      <h2 id="flash-news" className="sr-only">
        Flash news
      </h2>
      <ul
        ref={row}
        onScroll={({ currentTarget }) =>
          setAt(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
        }
        className="relative flex flex-1 snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        {slides}
      </ul>
      {flash.length > 1 ? (
        <div
          className={classNames(
            "flex flex-wrap items-center justify-between gap-1 border-t border-line p-1.5",
            !isReady && "invisible",
          )}
        >
          <StopButton what="the flash news" isStopped={isStopped} onClick={stopOrGo} />
          <div className="flex flex-1 flex-wrap justify-center max-sm:order-first max-sm:basis-full">
            {flash.map(({ id, title }, index) => (
              <button
                key={id}
                type="button"
                onClick={() => show(index)}
                aria-label={`Story ${index + 1} of ${flash.length}: ${title}`}
                aria-current={index === at ? "true" : undefined}
                className="group grid size-6 place-items-center rounded-full"
              >
                <span
                  className={classNames(
                    "size-2 rounded-full transition-colors",
                    index === at ? "bg-accent" : "bg-line-strong group-hover:bg-faint",
                  )}
                />
              </button>
            ))}
          </div>
          {STEPS.map(([label, step, icon]) => (
            <button
              key={icon}
              type="button"
              onClick={() => show(at + step)}
              aria-label={label}
              className={CONTROL}
            >
              <Icon name={icon} size={18} />
            </button>
          ))}
        </div>
      ) : null}
    </section>
  );
}

function Slide({ news, isEarly }: { news: News; isEarly: boolean }) {
  const { id, title, excerpt, category, author, source, publishedAt, readTime } = news;
  return (
    <article className="relative grid h-full grid-cols-1 content-start md:grid-cols-2 lg:grid-cols-1">
      <div className="lg:[&>img]:max-h-72">
        <NewsPicture news={news} isEarly={isEarly} />
      </div>
      <div className="min-w-0 p-4 sm:p-5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-faint">
          <FlashBadge />
          {news.isSample ? <SampleBadge /> : null}
          <NewsCategoryBadge category={category} />
          <Age time={publishedAt} form="list" />
          <span className="figures">{readTime} min read</span>
        </p>
        <h3 className="mt-2 line-clamp-2 text-lg sm:text-xl">
          <Link
            to={`/news/${id}`}
            className="-outline-offset-2 after:absolute after:inset-0 hover:text-accent"
          >
            {title}
          </Link>
        </h3>
        <p className="mt-1.5 line-clamp-2 text-sm text-muted sm:text-base">{excerpt}</p>
        <div className="mt-2">
          <Origin author={author} source={source} />
        </div>
      </div>
    </article>
  );
}
