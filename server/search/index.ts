/** Ranks posts, comments, articles and members together. See decision 087. */
import type { Viewer } from "#core/accounts/member.ts";
import type { SearchState } from "#core/search/kinds.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { SearchClient, SearchDeps } from "./deps.ts";
import { findNewestSources } from "./find-newest-sources.ts";
import { findResults } from "./find-results.ts";
import { findSources } from "./find-sources.ts";
import { indexBacklog } from "./index-backlog.ts";
import { createSearchLimit } from "./limit-searches.ts";
import { createLargeKindsReader } from "./read-large-kinds.ts";
import { readSources } from "./read-sources.ts";
import { readTitles } from "./read-titles.ts";
import { createWordStatisticsReader } from "./read-word-statistics.ts";
import { createSuggester } from "./suggest.ts";

export { formatOrderedCursor, parseOrderedCursor, parseRankedCursor } from "./cursor.ts";
export type { SearchDeps } from "./deps.ts";
export type { SourceCandidate, SourceCandidates, SourceConcept } from "./find-sources.ts";
export { LOWEST_ID, selectWords, type WordRow } from "./find-words.ts";
export { createSearchLimit } from "./limit-searches.ts";
export { type FoundWindow, rankMatches, readRanked } from "./rank-matches.ts";
export type { SourceIds } from "./read-sources.ts";
export type { WordStatistics } from "./read-word-statistics.ts";
export { resolveListSearch } from "./resolve-list-search.ts";
export { extractWords, quoteWord, type ResolvedSearch, SIMILAR_MAX } from "./resolve-search.ts";
export { type NewestMatches, type NoMatch, selectMatches, selectNewestMatches } from "./select-matches.ts";

export function createSearch(deps: SearchDeps) {
  const limitSearches = createSearchLimit(deps);
  return {
    /** Shares a rate limit with the forum's search. */
    async find(viewer: Viewer, state: SearchState, client?: SearchClient) {
      if (client && state.search !== "") await limitSearches(viewer, client.address);
      return findResults(deps, state);
    },
    /** Rate limited per client. */
    suggest: createSuggester(deps),
    ...bindOperations(deps, { readSources, readTitles, indexBacklog }),
    ...bindOperations(
      { ...deps, readLargeKinds: createLargeKindsReader(deps) },
      { findSources, findNewestSources },
    ),
    readWordStatistics: createWordStatisticsReader(deps),
    addJobs: (jobs: Jobs) =>
      jobs.add({
        name: "search-index-older",
        cron: "*/2 * * * *",
        timeoutSeconds: 3000,
        run: async (_data, signal) => void (await indexBacklog(deps, signal)),
      }),
  };
}

export type Search = ReturnType<typeof createSearch>;
