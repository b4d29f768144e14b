import { NEWS_CATEGORIES, NEWS_CATEGORY_LABELS, NEWS_TABS, type NewsFilter } from "#core/news/categories.ts";
import { NEWS_SEARCH_MAX } from "#core/news/limits.ts";
import { buildNewsQuery } from "#core/news/list-query.ts";
import type { NewsListQuery } from "#core/news/types.ts";
import { ListSearch } from "#web/lists/list-search.tsx";
import { FilterLink } from "#web/ui/filter-link.tsx";

const CATEGORIES_WITHOUT_TAB = NEWS_CATEGORIES.filter(
  (category) => !NEWS_TABS.some(({ value }) => value === category),
);

export function buildNewsHref(newsQuery: NewsListQuery, change: Partial<NewsListQuery>): string {
  const query = buildNewsQuery({ ...newsQuery, cursor: null, ...change });
  return `/news${query.size > 0 ? `?${query}` : ""}`;
}

/** The four tabs and the remaining categories, as links so that each list can be shared. */
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
        aria-label="News by topic"
        className="flex max-w-full gap-1 overflow-x-auto rounded-md border border-line bg-surface p-1 max-sm:w-full max-sm:justify-between max-sm:[&>a]:px-2"
      >
        {NEWS_TABS.map(({ value, label }) => renderChoice("tab", value, label))}
      </nav>
      <nav aria-label="More topics" className="flex gap-2">
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
      otherParams={buildNewsQuery({ category: newsQuery.category })}
    />
  );
}
