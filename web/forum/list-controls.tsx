import type { CategoryChip } from "#core/forum/categories.ts";
import { CATEGORY_LABELS, isPostCategory } from "#core/forum/categories.ts";
import { type ListAddress, writeListAddress } from "#core/forum/list-query.ts";
import { POST_SORTS, type PostSort, TOP_PERIODS, type TopPeriod } from "#core/forum/types.ts";
import { Choice } from "#web/ui/choice.tsx";

const SORT_LABELS: Record<PostSort, string> = { hot: "Hot", new: "New", top: "Top" };
const PERIOD_LABELS: Record<TopPeriod, string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  all: "All time",
};

interface ControlsProps {
  readonly path: string;
  readonly address: ListAddress;
}

/** The list's URL with a change; it starts at the first page again. */
export function listHref({ path, address }: ControlsProps, change: Partial<ListAddress>): string {
  const query = writeListAddress({ ...address, cursor: null, ...change }).toString();
  return query ? `${path}?${query}` : path;
}

/** Hot, New and Top, and Top's period. Links, so that a list can be shared and works without JavaScript. */
export function SortTabs(props: ControlsProps) {
  const { address } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <nav aria-label="Sort" className="flex gap-1 rounded-md border border-line bg-surface p-1">
        {POST_SORTS.map((sort) => (
          <Choice key={sort} look="tab" to={listHref(props, { sort })} active={address.sort === sort}>
            {SORT_LABELS[sort]}
          </Choice>
        ))}
      </nav>
      {address.sort === "top" ? (
        <nav aria-label="Period" className="flex gap-1">
          {TOP_PERIODS.map((period) => (
            <Choice
              key={period}
              look="tab"
              to={listHref(props, { period })}
              active={address.period === period}
            >
              {PERIOD_LABELS[period]}
            </Choice>
          ))}
        </nav>
      ) : null}
    </div>
  );
}

/** The category chips. A selected category without a chip, and a selected tag, are added at the end. */
export function CategoryChips({ chips, ...props }: ControlsProps & { chips: readonly CategoryChip[] }) {
  const { category, tag } = props.address;
  const extra =
    isPostCategory(category) && !chips.some((chip) => chip.value === category)
      ? [{ value: category, label: CATEGORY_LABELS[category] }]
      : [];
  return (
    <nav aria-label="Filter by category" className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
      <ul className="flex gap-2 md:flex-wrap">
        {[...chips, ...extra].map(({ value, label }) => (
          <li key={value}>
            <Choice look="chip" to={listHref(props, { category: value })} active={category === value}>
              {label}
            </Choice>
          </li>
        ))}
        {tag ? (
          <li>
            <Choice look="chip" to={listHref(props, { tag: null })} active>
              {`#${tag} ×`}
            </Choice>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
