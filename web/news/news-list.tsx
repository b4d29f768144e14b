import { useNavigation } from "react-router";
import type { Page } from "#core/forum/types.ts";
import { NEWS_CATEGORIES, NEWS_CATEGORY_LABELS, NEWS_TABS, type NewsFilter } from "#core/news/categories.ts";
import { NEWS_SEARCH_MAX } from "#core/news/limits.ts";
import { buildNewsParams, parseNewsQuery } from "#core/news/list-query.ts";
import type { NewsListQuery } from "#core/news/types.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { ListSearch } from "#web/lists/list-search.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FilterLink } from "#web/ui/filter-link.tsx";
import { GRID_CLASSES, NewsGrid } from "./cards/news-grid.tsx";
import type { NewsCardData } from "./news-card-data.ts";

interface NewsListProps {
  readonly page: Page<NewsCardData>;
  readonly newsQuery: NewsListQuery;
  /** Shown instead of the list if it failed to load. */
  readonly error: string | null;
}

const SKELETON_KEYS = ["a", "b", "c", "d", "e", "f"];
const EAGER_COUNT = 3;

const getPage = (data: { page: Page<NewsCardData>; error: string | null }) => (data.error ? null : data.page);

/** The list, a skeleton while another category loads, or a message if loading failed or nothing was found. */
export function NewsList({ page, newsQuery, error }: NewsListProps) {
  const { location } = useNavigation();
  const pendingQuery =
    location?.pathname === "/news" ? parseNewsQuery(new URLSearchParams(location.search)) : null;
  const isSwitchingCategory = pendingQuery !== null && pendingQuery.category !== newsQuery.category;
  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={pendingQuery !== null}>
      <p role="status" className="sr-only">
        {pendingQuery ? "Loading news..." : ""}
      </p>
      {isSwitchingCategory ? (
        <div className={GRID_CLASSES}>
          {SKELETON_KEYS.map((key) => (
            <Skeleton key={key} />
          ))}
        </div>
      ) : error ? (
        <EmptyState
          illustration="page"
          action={
            <ButtonLink to={buildNewsHref(newsQuery, { cursor: newsQuery.cursor })}>Try again</ButtonLink>
          }
        >
          <span role="alert">{error}</span>
        </EmptyState>
      ) : page.items.length === 0 && page.nextCursor === null ? (
        <NothingFound newsQuery={newsQuery} />
      ) : (
        <div
          className={classNames("grid grid-cols-1 gap-4 transition-opacity", pendingQuery && "opacity-50")}
        >
          {newsQuery.search ? (
            <p className="text-sm text-muted">Results for “{newsQuery.search}”, newest first.</p>
          ) : null}
          <NewsGrid
            page={page}
            getPage={getPage}
            buildHref={(cursor) => buildNewsHref(newsQuery, { cursor })}
            isLaterPage={newsQuery.cursor !== null}
            eagerCount={EAGER_COUNT}
          />
        </div>
      )}
    </div>
  );
}

/** A placeholder of the same size as a card, to avoid a layout shift. */
function Skeleton() {
  return (
    <div aria-hidden="true" className="skeleton overflow-hidden rounded-lg border border-line bg-surface">
      <div className="aspect-video bg-hover" />
      <div className="grid gap-2.5 p-4">
        <div className="h-3 w-2/3 rounded-sm bg-hover" />
        <div className="h-5 rounded-sm bg-hover" />
        <div className="h-5 w-4/5 rounded-sm bg-hover" />
        <div className="mt-1 h-3.5 rounded-sm bg-hover" />
        <div className="h-3.5 rounded-sm bg-hover" />
        <div className="h-3.5 w-1/2 rounded-sm bg-hover" />
        <div className="mt-2 h-3 w-1/2 rounded-sm bg-hover" />
      </div>
    </div>
  );
}

function NothingFound({ newsQuery }: { newsQuery: NewsListQuery }) {
  const { search, category, cursor } = newsQuery;
  if (!search)
    return (
      <EmptyState
        illustration="page"
        action={
          category !== "all" || cursor ? (
            <ButtonLink to="/news">Show all news</ButtonLink>
          ) : (
            <ButtonLink to="/forum">Go to the forum</ButtonLink>
          )
        }
      >
        {cursor ? "There are no more articles." : "No news yet. New articles will appear here."}
      </EmptyState>
    );
  return (
    <EmptyState
      illustration="search"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {category === "all" ? null : (
            <ButtonLink to={buildNewsHref(newsQuery, { category: "all" })}>Search all news</ButtonLink>
          )}
          <ButtonLink to="/news">Show all news</ButtonLink>
        </span>
      }
    >
      <strong className="block text-text">Nothing found for “{search}”</strong>
      <span className="mt-1 block">Try fewer or different words, or part of a word.</span>
    </EmptyState>
  );
}

const CATEGORIES_WITHOUT_TAB = NEWS_CATEGORIES.filter(
  (category) => !NEWS_TABS.some(({ value }) => value === category),
);

export function buildNewsHref(newsQuery: NewsListQuery, change: Partial<NewsListQuery>): string {
  const query = buildNewsParams({ ...newsQuery, cursor: null, ...change });
  return `/news${query.size > 0 ? `?${query}` : ""}`;
}

/** The four tabs and the remaining categories, as links, so that each list can be shared. */
export function NewsTabs({ newsQuery }: { newsQuery: NewsListQuery }) {
  const renderChoice = (variant: "tab" | "chip", value: NewsFilter, label: string) => (
    <FilterLink
      key={value}
      variant={variant}
      to={buildNewsHref(newsQuery, { category: value })}
      active={newsQuery.category === value}
    >
      {label}
    </FilterLink>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 whitespace-nowrap max-sm:w-full">
      <nav
        aria-label="News by category"
        className="flex max-w-full gap-1 overflow-x-auto rounded-md border border-line bg-surface p-1 max-sm:w-full max-sm:justify-between max-sm:[&>a]:px-2"
      >
        {NEWS_TABS.map(({ value, label }) => renderChoice("tab", value, label))}
      </nav>
      <nav aria-label="More categories" className="flex gap-2">
        {CATEGORIES_WITHOUT_TAB.map((category) =>
          renderChoice("chip", category, NEWS_CATEGORY_LABELS[category]),
        )}
      </nav>
    </div>
  );
}

export function NewsSearch({ newsQuery }: { newsQuery: NewsListQuery }) {
  return (
    <ListSearch
      action="/news"
      label="Search news"
      placeholder="Search news..."
      search={newsQuery.search}
      maxLength={NEWS_SEARCH_MAX}
      otherParams={buildNewsParams({ category: newsQuery.category })}
    />
  );
}
