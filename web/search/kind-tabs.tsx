import { buildSearchPath, SEARCH_KIND_LABELS, SEARCH_KINDS, type SearchState } from "#core/search/kinds.ts";
import { FilterLink } from "#web/ui/filter-link.tsx";

/** The tabs are links, so that a search can be shared and works without JavaScript. */
export function KindTabs({ searchState: { search, kind } }: { searchState: SearchState }) {
  return (
    <nav aria-label="Search in" className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
      <div className="flex w-max rounded-md border max-sm:w-full max-sm:*:grow max-sm:*:px-1.5 max-sm:*:text-center border-line bg-surface p-0.5 sm:gap-1 sm:p-1">
        {SEARCH_KINDS.map((value) => (
          <FilterLink
            key={value}
            variant="tab"
            to={buildSearchPath({ search, kind: value })}
            active={value === kind}
          >
            {SEARCH_KIND_LABELS[value]}
          </FilterLink>
        ))}
      </div>
    </nav>
  );
}
