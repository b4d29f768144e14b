import type { Page } from "#core/forum/types.ts";
import { NEWS_FAILED } from "#core/messages.ts";
import { LaterPageNote, LoadMore } from "#web/lists/load-more.tsx";
import { usePagedList } from "#web/lists/use-paged-list.ts";
import type { NewsCardData } from "../news-card-data.ts";
import { NewsCard } from "./news-card.tsx";

interface NewsGridProps<Data> {
  readonly page: Page<NewsCardData>;
  /** Extracts the page from the loader's data; null if loading it failed. */
  readonly getPage: (data: Data) => Page<NewsCardData> | null;
  readonly buildHref: (cursor: string | null) => string;
  readonly isLaterPage: boolean;
  /** Set if the screen has several lists. */
  readonly name?: string;
  /** The number of images to load immediately. */
  readonly eagerCount?: number;
}

export function NewsGrid<Data>(props: NewsGridProps<Data>) {
  const { buildHref, eagerCount = 0 } = props;
  const list = usePagedList(props.page, props.getPage, props.name);
  return (
    <>
      {props.isLaterPage ? <LaterPageNote to={buildHref(null)} /> : null}
      <div className={GRID_CLASSES}>
        {list.items.map((article, index) => (
          <NewsCard key={article.id} article={article} isEager={index < eagerCount} />
        ))}
      </div>
      {list.hasFailed && !list.isLoading ? (
        <p role="alert" className="text-center text-muted">
          {NEWS_FAILED}
        </p>
      ) : null}
      <LoadMore list={list} buildHref={buildHref} label="Load More Stories" loadingLabel="Loading news..." />
    </>
  );
}

export const GRID_CLASSES = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3";
