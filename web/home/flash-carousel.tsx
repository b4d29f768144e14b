import { useMemo, useRef, useState } from "react";
import { Age } from "#web/forum/age.tsx";
import { FlashBadge, NewsCategoryBadge } from "#web/news/article-badges.tsx";
import { SampleBadge } from "#web/news/badges.tsx";
import type { ShownNews } from "#web/news/card.ts";
import { NewsPicture, Origin } from "#web/news/news-card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { CONTROL, StopButton } from "./stop-button.tsx";
import { useRotation } from "./use-rotation.ts";

const TURN_MS = 5000;
const STEPS = [
  ["Previous story", -1, "chevron-left"],
  ["Next story", 1, "chevron-right"],
] as const;

/**
 * Flash news one at a time, as a row with scroll snapping. It can also be moved by touch and by keyboard, and works
 * that way without JavaScript. The position is always read from the row itself, so all controls agree.
 */
export function FlashCarousel({ flash }: { flash: readonly ShownNews[] }) {
  const row = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const last = flash.length - 1;

  // A turn re-renders only the controls.
  const slides = useMemo(
    () =>
      flash.map((news, index) => (
        <li key={news.id}>
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
  const { isReady, isStopped, toggle, pauseProps } = useRotation(() => show(at + 1), TURN_MS, at);

  return (
    <section
      aria-roledescription="carousel"
      aria-labelledby="flash-news"
      data-moves-in={TURN_MS}
      className="flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
      {...pauseProps}
    >
      <h2 id="flash-news" className="sr-only">
        Flash news
      </h2>
      <ul
        ref={row}
        onScroll={({ currentTarget }) =>
          setAt(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
        }
        className="flash-slides"
      >
        {slides}
      </ul>
      {flash.length > 1 ? (
        // Needs JavaScript; the space is reserved until it runs.
        <div className="carousel-controls">
          {isReady ? (
            <>
              <StopButton what="the flash news" isStopped={isStopped} onClick={toggle} />
              <div>
                {flash.map(({ id, title }, index) => (
                  <button
                    key={id}
                    type="button"
                    onClick={() => show(index)}
                    aria-label={`Story ${index + 1} of ${flash.length}: ${title}`}
                    aria-current={index === at ? "true" : undefined}
                  />
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
            </>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

function Slide({ news, isEarly }: { news: ShownNews; isEarly: boolean }) {
  const { id, title, excerpt, category, author, source, publishedAt, readTime } = news;
  return (
    <article className="flash-slide">
      <NewsPicture news={news} isEarly={isEarly} />
      <div>
        <p className="card-meta">
          <FlashBadge />
          {news.isSample ? <SampleBadge /> : null}
          <NewsCategoryBadge category={category} />
          <Age time={publishedAt} form="list" />
          <span className="figures">{`${readTime} min read`}</span>
        </p>
        <h3>
          <Link to={`/news/${id}`}>{title}</Link>
        </h3>
        <p className="card-excerpt">{excerpt}</p>
        <Origin author={author} source={source} />
      </div>
    </article>
  );
}
