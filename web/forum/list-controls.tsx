import { CATEGORY_LABELS, isPostCategory } from "#core/forum/categories.ts";
import type { CategoryChip } from "#core/forum/category-chips.ts";
import { buildPostListParams, type PostListState } from "#core/forum/list-query.ts";
import { POST_SORTS, type PostSort, TOP_PERIODS, type TopPeriod } from "#core/forum/types.ts";
import { FilterLink } from "#web/ui/filter-link.tsx";

const SORT_LABELS: Record<PostSort, string> = { hot: "Hot", new: "New", top: "Top" };
const PERIOD_LABELS: Record<TopPeriod, string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  all: "All time",
};

interface ControlsProps {
  readonly path: string;
  readonly listState: PostListState;
}

export function buildListHref({ path, listState }: ControlsProps, change: Partial<PostListState>): string {
  const query = buildPostListParams({ ...listState, cursor: null, ...change }).toString();
  return query ? `${path}?${query}` : path;
}

/** Hot, New and Top, and the period for Top, as links, so that a list can be shared and works without JavaScript. */
export function SortTabs(props: ControlsProps) {
  const { listState } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <nav aria-label="Sort" className="flex flex-wrap gap-1 rounded-md border border-line bg-surface p-1">
        {POST_SORTS.map((sort) => (
          <FilterLink
            key={sort}
            variant="tab"
            to={buildListHref(props, { sort })}
            active={listState.sort === sort}
          >
            {SORT_LABELS[sort]}
          </FilterLink>
        ))}
      </nav>
      {listState.sort === "top" ? (
        <nav aria-label="Period" className="flex gap-1">
          {TOP_PERIODS.map((period) => (
            <FilterLink
              key={period}
              variant="tab"
              to={buildListHref(props, { period })}
              active={listState.period === period}
            >
              {PERIOD_LABELS[period]}
            </FilterLink>
          ))}
        </nav>
      ) : null}
    </div>
  );
}

/** The category chips. A selected category without a chip, and a selected tag, are added at the end. */
export function CategoryChips({ chips, ...props }: ControlsProps & { chips: readonly CategoryChip[] }) {
  const { category, tag } = props.listState;
  const extraChips =
    isPostCategory(category) && !chips.some((chip) => chip.value === category)
      ? [{ value: category, label: CATEGORY_LABELS[category] }]
      : [];
  return (
    <nav
      aria-label="Filter by category"
      className="chip-row -mx-(--gutter) overflow-x-auto px-(--gutter) md:mx-0 md:px-0"
    >
      <ul className="flex gap-2 md:flex-wrap">
        {[...chips, ...extraChips].map(({ value, label }) => (
          <li key={value}>
            <FilterLink
              variant="chip"
              to={buildListHref(props, { category: value })}
              active={category === value}
            >
              {label}
            </FilterLink>
          </li>
        ))}
        {tag ? (
          <li>
            <FilterLink variant="chip" to={buildListHref(props, { tag: null })} active>
              {`#${tag} ×`}
            </FilterLink>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
