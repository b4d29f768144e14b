/**
 * The site-wide search over posts, comments, articles and members, ranked together. Owns search_documents, which
 * triggers on the forum and news tables maintain, and search_backlog; it only reads otherwise. Decision 044.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { SearchAddress } from "#core/search/kinds.ts";
import type { SearchResultPage, Suggestion } from "#core/search/types.ts";
import { createSearchLimit } from "#server/forum/index.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { SearchClient, SearchDeps } from "./deps.ts";
import { findResults } from "./find-results.ts";
import { indexBacklog } from "./index-backlog.ts";
import { createSuggestions } from "./suggest.ts";

export type { SearchDeps } from "./deps.ts";

export interface Search {
  /** A page of results, of one kind or all. Shares a rate limit with the forum's search. */
  find(viewer: Viewer, address: SearchAddress, client?: SearchClient): Promise<SearchResultPage>;
  /** Suggestions while typing, rate limited by IP address. */
  suggest(text: string, client?: SearchClient): Promise<Suggestion[]>;
  /** Indexes content from before the search existed; returns the number of rows read. */
  indexBacklog(signal?: AbortSignal): Promise<number>;
  addJobs(jobs: Jobs): void;
}

export function createSearch(deps: SearchDeps): Search {
  const limitSearches = createSearchLimit(deps);
  return {
    async find(viewer, address, client) {
      if (client && address.search !== "") await limitSearches(viewer, client.address);
      return findResults(deps, address);
    },
    suggest: createSuggestions(deps),
    indexBacklog: (signal) => indexBacklog(deps, signal),
    addJobs: (jobs) =>
      jobs.add({
        name: "search-index-older",
        cron: "*/2 * * * *",
        timeoutSeconds: 3000,
        run: async (_data, signal) => void (await indexBacklog(deps, signal)),
      }),
  };
}
