import { useNavigation } from "react-router";
import { SEARCH_KIND_LABELS, type SearchAddress, writeSearchPath } from "#core/search/kinds.ts";
import type { SearchResult, SearchResultPage } from "#core/search/types.ts";
import { LaterPageNote, LoadMore } from "#web/forum/load-more.tsx";
import { usePagedList } from "#web/forum/use-paged-list.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ResultItem } from "./result-item.tsx";

interface FoundListProps {
  readonly page: SearchResultPage;
  readonly address: SearchAddress;
  /** An error to show instead of the list. */
  readonly refusal: string | null;
}

const getPage = (answer: { found: SearchResultPage }) => answer.found;

export function ResultList({ page, address, refusal }: FoundListProps) {
  const { location } = useNavigation();
  const { items, isLoading, nextCursor, loadMore } = usePagedList<SearchResult, { found: SearchResultPage }>(
    page,
    getPage,
  );
  const isChanging = location?.pathname === "/search";
  const here = { ...address, cursor: null };
  return (
    <div className="grid grid-cols-1 gap-3" aria-busy={isChanging}>
      {address.cursor ? <LaterPageNote to={writeSearchPath(here)} /> : null}
      <p role="status" className="sr-only">
        {isChanging || isLoading ? "Searching..." : ""}
      </p>
      {items.length > 0 ? (
        <div className={classNames("grid grid-cols-1 gap-3 transition-opacity", isChanging && "opacity-50")}>
          {items.map((found) => (
            <ResultItem key={found.id} found={found} />
          ))}
        </div>
      ) : refusal === null ? (
        <NothingFound address={here} />
      ) : (
        <EmptyState>{refusal}</EmptyState>
      )}
      {nextCursor ? (
        <LoadMore
          href={writeSearchPath({ ...address, cursor: nextCursor })}
          isLoading={isLoading}
          onLoad={loadMore}
          label="Load More Results"
          loadingLabel="Searching..."
        />
      ) : null}
    </div>
  );
}

function NothingFound({ address }: { address: SearchAddress }) {
  const { search, kind } = address;
  return (
    <EmptyState
      action={
        kind === "all" ? null : <ButtonLink to={writeSearchPath({ search })}>Search everything</ButtonLink>
      }
    >
      <strong className="block break-words text-text">
        {kind === "all" ? "Nothing found" : `Nothing found in ${SEARCH_KIND_LABELS[kind]}`} for “{search}”
      </strong>
      <span className="mt-1 block">
        Try fewer or different words, part of a word, or a search without tag:, author: or dates.
      </span>
    </EmptyState>
  );
}
