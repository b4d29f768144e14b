import { memoizeUntilAnnounced, memoizeWithTtl } from "#server/platform/memoize.ts";
import type { ForumDeps } from "./deps.ts";

export const CACHE_MS = 60_000;

/**
 * Caches a result that contains names or titles and is the same for all users. Drops it when one of the topics is
 * announced, unless only counts changed, so that deleted members and posts disappear immediately.
 */
export function memoizeContent<T>(
  { announcements, clock }: ForumDeps,
  load: () => Promise<T>,
  topics: readonly ("forum" | "members")[],
): () => Promise<T> {
  const options = { clock, ttlMs: CACHE_MS };
  return announcements
    ? memoizeUntilAnnounced(load, { ...options, announcements, topics })
    : memoizeWithTtl(load, options);
}
