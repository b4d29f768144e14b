import { data } from "react-router";
import { buildSearchPath, parseSearchState } from "#core/search/kinds.ts";
import { parseSearch } from "#core/search/parse-search.ts";
import type { SearchResultPage } from "#core/search/types.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { attempt } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { ResultList } from "#web/search/result-list.tsx";
import { KindTabs, SearchForm } from "#web/search/search-form.tsx";
import { SearchHelp, SearchNotes } from "#web/search/search-notes.tsx";
import { edgeContext } from "#web/server-context.ts";
import type { Route } from "./+types/search";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const searchState = loaderData?.searchState;
  return pageMeta(matches, {
    title: searchState?.search ? `“${searchState.search}”` : "Search",
    description: "Posts, comments, news and members.",
    path: searchState ? buildSearchPath({ ...searchState, cursor: null }) : "/search",
    isListed: false,
  });
};

const NO_RESULTS: SearchResultPage = { items: [], nextCursor: null, corrections: [], unknownAuthors: [] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const searchState = parseSearchState(url.searchParams);
  const { problems, isTooShort } = parseSearch(searchState.search, new Date());
  const base = { searchState, problems, isTooShort, refusal: null };
  if (isTooShort) return data({ ...base, results: NO_RESULTS });
  const client = context.get(edgeContext).client();
  const result = await attempt(context, (app, viewer) => app.search.find(viewer, searchState, client));
  if (result.ok) return data({ ...base, results: result.value });
  const { refusal, status } = result;
  if (refusal.code !== "too_many_requests") throw data(refusal, { status });
  // Return the same cursor, so that "Load More" can be retried.
  const results = { ...NO_RESULTS, nextCursor: searchState.cursor };
  return data({ ...base, refusal: refusal.message, results }, { status });
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { searchState, problems, isTooShort, refusal, results } = loaderData;
  const isBlank = searchState.search === "";
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <h1 className="text-xl sm:text-2xl">{isTooShort ? "Search" : "Search results"}</h1>
      <div className="grid gap-3">
        <SearchForm searchState={searchState} />
        <SearchNotes problems={problems} results={results} />
      </div>
      {isTooShort ? null : <KindTabs searchState={searchState} />}
      <h2 className="sr-only">{isTooShort ? "Search tips" : "Results"}</h2>
      {isTooShort ? (
        <>
          {isBlank ? null : (
            <EmptyState illustration="search">
              <strong className="block text-text">Your search is too short</strong>
              <span className="mt-1 block">
                Enter a word of at least two letters, or a filter such as tag:bitcoin.
              </span>
            </EmptyState>
          )}
          <SearchHelp />
        </>
      ) : (
        <ResultList page={results} searchState={searchState} refusal={refusal} />
      )}
    </div>
  );
}
