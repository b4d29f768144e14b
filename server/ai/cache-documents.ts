import { LRUCache } from "lru-cache";
import type { Announcements } from "#server/platform/announcements.ts";
import { runShared } from "#server/platform/request-scope.ts";
import type { MaterialFinder } from "./deps.ts";

/** The maximum number of cached results. They take about 3 MB. */
const ENTRIES_MAX = 200;
/** Votes don't clear the cache, so a comment's new score is used after at most this time. */
const TTL_MS = 60_000;
/** Longer inputs are pasted text, which is unlikely to be sent again. */
const INPUT_MAX = 300;

/**
 * Caches the documents found, because many people ask about the same topics. A change to content or members, in any
 * process, clears the cache.
 */
export function cacheDocuments(
  find: MaterialFinder["findDocuments"],
  announcements: Pick<Announcements, "on" | "onGap" | "isCurrent">,
): MaterialFinder["findDocuments"] {
  const cache = new LRUCache<string, ReturnType<typeof find>>({ max: ENTRIES_MAX, ttl: TTL_MS });
  const clearCache = () => cache.clear();
  for (const topic of ["forum", "news", "members"] as const)
    announcements.on(topic, ({ countsOnly }) => (countsOnly ? undefined : clearCache()));
  announcements.onGap(clearCache);
  return (tool, input) => {
    if (!announcements.isCurrent()) clearCache();
    if (input.length > INPUT_MAX) return find(tool, input);
    const key = `${tool} ${input}`;
    const cachedResult = cache.get(key);
    if (cachedResult !== undefined) return cachedResult;
    const result = runShared(() => find(tool, input));
    cache.set(key, result);
    result.catch(() => {
      if (cache.peek(key) === result) cache.delete(key);
    });
    return result;
  };
}
