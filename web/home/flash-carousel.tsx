import { useMemo, useRef, useState } from "react";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import { FlashBadge, NewsCategoryBadge } from "#web/news/cards/article-badges.tsx";
import { Attribution, NewsImage } from "#web/news/cards/news-card.tsx";
import type { NewsCardData } from "#web/news/news-card-data.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { CONTROL_CLASSES, PauseButton, useRotation } from "./rotation.tsx";

const INTERVAL_MS = 5000;
const STEPS = [
  ["Previous article", -1, "chevron-left"],
  ["Next article", 1, "chevron-right"],
] as const;

/**
 * Flash news, one article at a time, in a scroll-snapping row. An article chosen with a control is current immediately,
 * before the row has scrolled to it.
 */
export function FlashCarousel({ articles }: { articles: readonly NewsCardData[] }) {
  const row = useRef<HTMLUListElement>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  const scrollTargetIndex = useRef<number>(null);
  const lastIndex = articles.length - 1;

  // Memoized, so that advancing re-renders only the controls.
  const slides = useMemo(
    () =>
      articles.map((article, index) => (
        <li key={article.id}>
          <Slide article={article} isEager={index === 0} />
        </li>
      )),
    [articles],
  );

  function show(index: number) {
    const element = row.current;
    if (!element) return;
    const targetIndex = index < 0 ? lastIndex : index > lastIndex ? 0 : index;
    const isInstant =
      matchMedia("(prefers-reduced-motion: reduce)").matches || Math.abs(targetIndex - currentIndex) > 1;
    scrollTargetIndex.current = targetIndex;
    setCurrentIndex(targetIndex);
    element.scrollTo({ left: targetIndex * element.clientWidth, behavior: isInstant ? "instant" : "smooth" });
  }

  /** Follows the user's scrolling, but ignores the scrolling that `show` starts. */
  function followScroll(element: HTMLUListElement) {
    const index = Math.round(element.scrollLeft / element.clientWidth);
    if (scrollTargetIndex.current === index) scrollTargetIndex.current = null;
    if (scrollTargetIndex.current === null) setCurrentIndex(index);
  }

  const { pauseProps, ...rotation } = useRotation(() => show(currentIndex + 1), INTERVAL_MS, currentIndex);

  return (
    <section
      aria-roledescription="carousel"
      aria-labelledby="flash-news"
      data-animates-in={INTERVAL_MS}
      className="flash-carousel"
      {...pauseProps}
    >
      <h2 id="flash-news" className="sr-only">
        Flash news
      </h2>
      <ul
        ref={row}
        onScroll={({ currentTarget }) => followScroll(currentTarget)}
        onScrollEnd={({ currentTarget }) => {
          scrollTargetIndex.current = null;
          followScroll(currentTarget);
        }}
        className="flash-slides"
      >
        {slides}
      </ul>
      {articles.length > 1 ? (
        <div className="carousel-controls">
          <PauseButton subject="flash news" {...rotation} />
          <div>
            {articles.map(({ id, title }, index) => (
              <button
                key={id}
                type="button"
                onClick={() => show(index)}
                aria-label={`Article ${index + 1} of ${articles.length}: ${title}`}
                aria-current={index === currentIndex ? "true" : undefined}
              />
            ))}
          </div>
          {STEPS.map(([label, step, icon]) => (
            <button
              key={icon}
              type="button"
              onClick={() => show(currentIndex + step)}
              aria-label={label}
              className={CONTROL_CLASSES}
            >
              <Icon name={icon} size={18} />
            </button>
          ))}
        </div>
      ) : null}
    </section>
  );
}

function Slide({ article, isEager }: { article: NewsCardData; isEager: boolean }) {
  const { id, title, category, author, source, publishedAt } = article;
  return (
    <article className="flash-slide">
      <NewsImage article={article} isEager={isEager} />
      <div>
        <p className="card-meta">
          <FlashBadge />
          {article.isSample ? <SampleBadge /> : null}
          <NewsCategoryBadge category={category} />
          <RelativeTime time={publishedAt} format="list" />
        </p>
        <h3>
          <Link to={`/news/${id}`}>{title}</Link>
        </h3>
        <Attribution author={author} source={source} />
      </div>
    </article>
  );
}
