import { buildSearchPath, SEARCH_KIND_LABELS, SEARCH_KINDS, type SearchState } from "#core/search/kinds.ts";
import { SEARCH_TEXT_MAX } from "#core/search/limits.ts";
import { Form } from "#web/router/form.tsx";
import { Button } from "#web/ui/button.tsx";
import { FilterLink } from "#web/ui/filter-link.tsx";
import { Icon } from "#web/ui/icon.tsx";

export function SearchForm({ searchState }: { searchState: SearchState }) {
  return (
    <Form method="get" action="/search">
      <search className="flex flex-wrap gap-2">
        <label htmlFor="search-text" className="sr-only">
          Search posts, comments, news and members
        </label>
        <span className="relative min-w-0 flex-[1_1_10rem]">
          <Icon
            name="search"
            size={17}
            className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-faint"
          />
          <input
            // A new query remounts the input, so that going back restores the earlier text.
            key={searchState.search}
            id="search-text"
            name="q"
            type="search"
            dir="auto"
            enterKeyHint="search"
            maxLength={SEARCH_TEXT_MAX}
            defaultValue={searchState.search}
            aria-describedby="search-notes"
            className="h-11 w-full rounded-md border border-line-strong bg-canvas pl-10 pr-3 text-base text-text transition-colors hover:border-faint"
          />
        </span>
        {searchState.kind === "all" ? null : <input type="hidden" name="kind" value={searchState.kind} />}
        <Button type="submit" variant="primary" className="h-11">
          Search
        </Button>
      </search>
    </Form>
  );
}

/** The tabs are links, so that a search can be shared and works without JavaScript. */
export function KindTabs({ searchState: { search, kind } }: { searchState: SearchState }) {
  return (
    <nav aria-label="Search in" className="-mx-(--gutter) overflow-x-auto px-(--gutter) md:mx-0 md:px-0">
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
