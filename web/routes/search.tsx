import { data } from "react-router";
import { readSearchAddress, writeSearchPath } from "#core/search/kinds.ts";
import { parseSearch } from "#core/search/parse-search.ts";
import type { SearchResultPage } from "#core/search/types.ts";
import { attempt } from "#web/operation.ts";
import { HowTo } from "#web/search/how-to.tsx";
import { KindTabs } from "#web/search/kind-tabs.tsx";
import { ResultList } from "#web/search/result-list.tsx";
import { SearchForm } from "#web/search/search-form.tsx";
import { SearchNotes } from "#web/search/search-notes.tsx";
import { edgeContext } from "#web/server-context.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Route } from "./+types/search";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const address = loaderData?.address;
  return pageMeta(matches, {
    title: address?.search ? `“${address.search}”` : "Search",
    description: "Posts, comments, news and people.",
    path: address ? writeSearchPath({ ...address, cursor: null }) : "/search",
    index: false,
  });
};

const NONE: SearchResultPage = { items: [], nextCursor: null, corrections: [], unknownAuthors: [] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const address = readSearchAddress(url.searchParams);
  const { problems, isTooShort } = parseSearch(address.search, new Date());
  const base = { address, problems, isTooShort, refusal: null };
  if (isTooShort) return data({ ...base, found: NONE });
  const client = context.get(edgeContext).client();
  const answer = await attempt(context, (app, viewer) => app.search.find(viewer, address, client));
  if (answer.ok) return data({ ...base, found: answer.value });
  const { refusal, status } = answer;
  if (refusal.code !== "too_many_requests") throw data(refusal, { status });
  // The same cursor, so that "Load More" can be retried.
  const found = { ...NONE, nextCursor: address.cursor };
  return data({ ...base, refusal: refusal.message, found }, { status });
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { address, problems, isTooShort, refusal, found } = loaderData;
  const isBlank = address.search === "";
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5">
      <h1 className="text-xl sm:text-2xl">{isTooShort ? "Search" : "Search results"}</h1>
      <div className="grid gap-3">
        <SearchForm address={address} />
        <SearchNotes problems={problems} found={found} />
      </div>
      {isTooShort ? null : <KindTabs address={address} />}
      <h2 className="sr-only">{isTooShort ? "No search yet" : "Results"}</h2>
      {isTooShort ? (
        <>
          {isBlank ? null : (
            <EmptyState>
              <strong className="block text-text">Your search is too short</strong>
              <span className="mt-1 block">
                Enter a word of at least two letters, or a filter such as tag:bitcoin.
              </span>
            </EmptyState>
          )}
          <HowTo />
        </>
      ) : (
        <ResultList page={found} address={address} refusal={refusal} />
      )}
    </div>
  );
}
