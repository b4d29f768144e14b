import type { Page } from "#core/forum/types.ts";
import { NEWS_FAILED } from "#core/news/wording.ts";
import { LaterPageNote, LoadMore } from "#web/forum/load-more.tsx";
import { usePagedList } from "#web/forum/use-paged-list.ts";
import { classNames } from "#web/ui/class-names.ts";
import type { ShownNews } from "./card.ts";
import { NewsCard } from "./news-card.tsx";

interface NewsGridProps<Answer> {
  readonly page: Page<ShownNews>;
  /** Extracts the page from the loader's data; null if it failed. */
  readonly getPage: (answer: Answer) => Page<ShownNews> | null;
  readonly buildHref: (cursor: string | null) => string;
  readonly isContinued: boolean;
  /** Set if the screen has several lists. */
  readonly name?: string;
  /** Number of pictures above the fold. */
  readonly early?: number;
}

/** A grid of cards with a button to load more. */
export function NewsGrid<Answer>({
  page,
  getPage,
  buildHref,
  isContinued,
  name,
  early = 0,
}: NewsGridProps<Answer>) {
  const { items, isLoading, hasFailed, nextCursor, loadMore } = usePagedList(page, getPage, name);
  return (
    <>
      {isContinued ? <LaterPageNote to={buildHref(null)} /> : null}
      <div className={classNames(GRID, early === 0 && items.length <= page.items.length && "below")}>
        {items.map((news, index) => (
          <NewsCard key={news.id} news={news} isEarly={index < early} />
        ))}
      </div>
      {hasFailed && !isLoading ? (
        <p role="alert" className="text-center text-muted">
          {NEWS_FAILED}
        </p>
      ) : null}
      {nextCursor ? (
        <LoadMore
          href={buildHref(nextCursor)}
          isLoading={isLoading}
          onLoad={loadMore}
          label="Load More Stories"
          loadingLabel="Loading news..."
        />
      ) : null}
    </>
  );
}

export const GRID = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3";
