import { LRUCache } from "lru-cache";
import type { Viewer } from "#core/accounts/member.ts";
import { addressGroup } from "#server/platform/client-address.ts";
import { type ForumDeps, tooMany } from "./deps.ts";

/** Sixty a minute, counted in the database by tens: a statement for each would cost a page one more than it may have. */
const COUNTED_TOGETHER = 10;
const LIMIT = { points: 6, durationSeconds: 60 };

interface Searcher {
  searches: number;
  /** Milliseconds since 1970; what comes before is refused without asking. */
  blockedUntil: number;
}

/**
 * Counts a search of a member's, or of an address's where nobody is signed in; refuses with too_many_requests when there
 * were too many within a minute. What is not yet counted together is kept in memory, so each program that serves the
 * same address lets a few more through.
 */
export function createSearchLimit({
  limits,
  clock,
}: Pick<ForumDeps, "limits" | "clock">): (viewer: Viewer, address: string) => Promise<void> {
  const searchers = new LRUCache<string, Searcher>({ max: 20_000 });
  return async (viewer, address) => {
    if (limits === null) return;
    const key = viewer?.id ?? addressGroup(address);
    const searcher = searchers.get(key) ?? { searches: 0, blockedUntil: 0 };
    searchers.set(key, searcher);
    const now = clock.now().getTime();
    if (now < searcher.blockedUntil) throw tooMany((searcher.blockedUntil - now) / 1000);
    searcher.searches += 1;
    if (searcher.searches % COUNTED_TOGETHER !== 0) return;
    const { allowed, retryAfterSeconds } = await limits.consume("forum-searches", key, LIMIT);
    if (allowed) return;
    searcher.blockedUntil = now + retryAfterSeconds * 1000;
    throw tooMany(retryAfterSeconds);
  };
}
