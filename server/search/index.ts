/** Ranks posts, comments, articles and members together. See decision 087. */
import type { Viewer } from "#core/accounts/member.ts";
import type { SiteDocument } from "#core/ai/analysis.ts";
import type { SearchState } from "#core/search/kinds.ts";
import type { SearchResultPage, Suggestion } from "#core/search/types.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { SearchClient, SearchDeps } from "./deps.ts";
import { findNewestSources } from "./find-newest-sources.ts";
import { findResults } from "./find-results.ts";
import { findSources, type SourceCandidates, type SourceQuery } from "./find-sources.ts";
import { indexBacklog } from "./index-backlog.ts";
import { createSearchLimit } from "./limit-searches.ts";
import { createWordStatistics, type WordStatistics } from "./read-rarity.ts";
import { readSources, type SourceIds } from "./read-sources.ts";
import { readTitles, type SourceTitle } from "./read-titles.ts";
import { createSuggestions } from "./suggest.ts";

export { formatOrderedCursor, parseOrderedCursor, parseRankedCursor } from "./cursor.ts";
export type { SearchDeps } from "./deps.ts";
export type { SourceCandidate, SourceCandidates, SourceQuery } from "./find-sources.ts";
export { NO_ID, selectWords, type WordRow } from "./find-words.ts";
export { createSearchLimit } from "./limit-searches.ts";
export { type FoundWindow, rankMatches, readRanked } from "./rank-matches.ts";
export type { WordStatistics } from "./read-rarity.ts";
export type { SourceIds } from "./read-sources.ts";
export { resolveListSearch } from "./resolve-list-search.ts";
export { extractWords, quoteWord, type ResolvedSearch, SIMILAR_MAX } from "./resolve-search.ts";
export { type NewestMatches, selectMatches, selectNewestMatches } from "./select-matches.ts";

export interface Search {
  /** Shares a rate limit with the forum's search. */
  find(viewer: Viewer, state: SearchState, client?: SearchClient): Promise<SearchResultPage>;
  /** Rate limited by IP address. */
  suggest(text: string, client?: SearchClient): Promise<Suggestion[]>;
  findSources(concepts: readonly SourceQuery[]): Promise<SourceCandidates>;
  /** Without words, the newest of all. */
  findNewestSources(words: readonly string[]): Promise<SiteDocument[]>;
  /** Reads the full texts of these sources; posts include their best comments. Runs one statement. */
  readSources(ids: SourceIds): Promise<SiteDocument[]>;
  /** Reads the titles of these paths, if they are still visible. Runs one statement. */
  readTitles(paths: readonly string[]): Promise<ReadonlyMap<string, SourceTitle>>;
  readWordStatistics(): Promise<WordStatistics>;
  /** Indexes content from before the search existed; returns the number of rows read. */
  indexBacklog(signal?: AbortSignal): Promise<number>;
  addJobs(jobs: Jobs): void;
}

export function createSearch(deps: SearchDeps): Search {
  const limitSearches = createSearchLimit(deps);
  return {
    async find(viewer, state, client) {
      if (client && state.search !== "") await limitSearches(viewer, client.address);
      return findResults(deps, state);
    },
    suggest: createSuggestions(deps),
    ...bindOperations(deps, { findSources, findNewestSources, readSources, readTitles, indexBacklog }),
    readWordStatistics: createWordStatistics(deps),
    addJobs: (jobs) =>
      jobs.add({
        name: "search-index-older",
        cron: "*/2 * * * *",
        timeoutSeconds: 3000,
        run: async (_data, signal) => void (await indexBacklog(deps, signal)),
      }),
  };
}
