import { useNavigation } from "react-router";
import { buildSearchPath, SEARCH_KIND_LABELS, type SearchState } from "#core/search/kinds.ts";
import type { SearchResult, SearchResultPage } from "#core/search/types.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { LaterPageNote, LoadMore } from "#web/lists/load-more.tsx";
import { usePagedList } from "#web/lists/use-paged-list.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { ResultItem } from "./result-item.tsx";

interface ResultListProps {
  readonly page: SearchResultPage;
  readonly searchState: SearchState;
  readonly refusal: string | null;
}

const getPage = (data: { results: SearchResultPage }) => data.results;

export function ResultList({ page, searchState, refusal }: ResultListProps) {
  const { location } = useNavigation();
  const list = usePagedList<SearchResult, { results: SearchResultPage }>(page, getPage);
  const { items, isLoading } = list;
  const isChanging = location?.pathname === "/search";
  const firstPage = { ...searchState, cursor: null };
  return (
    <div className="grid grid-cols-1 gap-3" aria-busy={isChanging}>
      {searchState.cursor ? <LaterPageNote to={buildSearchPath(firstPage)} /> : null}
      <p role="status" className="sr-only">
        {isChanging || isLoading ? "Searching..." : ""}
      </p>
      {items.length > 0 ? (
        <div className={classNames("grid grid-cols-1 gap-3 transition-opacity", isChanging && "opacity-50")}>
          {items.map((result) => (
            <ResultItem key={result.id} result={result} />
          ))}
        </div>
      ) : refusal === null ? (
        <NothingFound searchState={firstPage} />
      ) : (
        <EmptyState illustration="search">{refusal}</EmptyState>
      )}
      <LoadMore
        list={list}
        buildHref={(cursor) => buildSearchPath({ ...searchState, cursor })}
        label="Load More Results"
        loadingLabel="Searching..."
      />
    </div>
  );
}

function NothingFound({ searchState }: { searchState: SearchState }) {
  const { search, kind } = searchState;
  return (
    <EmptyState
      illustration="search"
      action={
        kind === "all" ? (
          <ButtonLink to="/forum">Go to the forum</ButtonLink>
        ) : (
          <ButtonLink to={buildSearchPath({ search })}>Search everything</ButtonLink>
        )
      }
    >
      <strong className="block break-words text-text">
        {kind === "all" ? "Nothing found" : `Nothing found in ${SEARCH_KIND_LABELS[kind]}`} for “{search}”
      </strong>
      <span className="mt-1 block">
        Try fewer or different words, or part of a word. If you used filters such as “tag:” or “author:”,
        remove them.
      </span>
    </EmptyState>
  );
}
