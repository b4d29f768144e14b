import { LRUCache } from "lru-cache";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Source, Sources } from "#server/platform/request-scope.ts";
import type { Mount } from "../mounts.ts";

export interface CachedResponse {
  readonly mount: Mount["name"];
  /** All headers that are the same for every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A response being created. It is cached unless something it shows, other than counts, changes in the meantime. */
interface PendingResponse {
  /** Resolves for requests that wait for this response; null if it can't be shared and each must create its own. */
  readonly shared: Promise<CachedResponse | null>;
  finish(response: CachedResponse | null, sources: Sources): void;
}

/** Changes received while a response is being created. Which of them matter is known only once it is complete. */
interface ObservedChanges {
  readonly changedSources: Set<Source>;
  /** Sources of which only counts changed, such as votes. */
  readonly recountedSources: Set<Source>;
  isCleared: boolean;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

interface Entry {
  readonly response: CachedResponse;
  readonly sources: ReadonlySet<Source>;
  /** Milliseconds since 1970. */
  validUntil: number;
}

const CACHE_MAX_BYTES = 16 * 1024 * 1024;
/** Memory overhead per entry and per source of an entry, measured with a full cache. */
const ENTRY_BYTES = 4_000;
const SOURCE_BYTES = 160;
/** Votes, views and ranks may be out of date by this much. */
const COUNTS_DELAY_MS = 1_000;

/**
 * Caches responses for all visitors until a change to one of their sources is announced. Serves nothing while
 * announcements can't be received.
 */
export function createResponseCache({
  announcements,
  clock,
}: {
  readonly announcements: Pick<Announcements, "on" | "onGap" | "isCurrent">;
  readonly clock: Clock;
}) {
  let hits = 0;
  let misses = 0;
  let invalidations = 0;
  const keysBySource = new Map<Source, Set<string>>();
  const entries = new LRUCache<string, Entry>({
    maxSize: CACHE_MAX_BYTES,
    maxEntrySize: CACHE_MAX_BYTES / 4,
    sizeCalculation: ({ response, sources }, key) =>
      response.body.byteLength + key.length + ENTRY_BYTES + sources.size * SOURCE_BYTES,
    dispose(entry, key) {
      for (const source of entry.sources) {
        const keys = keysBySource.get(source);
        keys?.delete(key);
        if (keys?.size === 0) keysBySource.delete(source);
      }
    },
  });
  const pendingByKey = new Map<
    string,
    { readonly response: PendingResponse; readonly observedChanges: ObservedChanges }
  >();
  const observations = new Set<ObservedChanges>();

  function storeEntry(key: string, entry: Entry): void {
    entries.set(key, entry);
    // The cache rejects entries above its size limit.
    if (entries.peek(key) !== entry) return;
    for (const source of entry.sources) {
      const keys = keysBySource.get(source) ?? new Set();
      keysBySource.set(source, keys.add(key));
    }
  }

  function invalidate(sources: readonly Source[]): void {
    for (const source of sources) {
      for (const key of [...(keysBySource.get(source) ?? [])]) {
        entries.delete(key);
        invalidations += 1;
      }
    }
    for (const { changedSources } of observations) for (const source of sources) changedSources.add(source);
  }

  function expireSoon(sources: readonly Source[]): void {
    const until = clock.now().getTime() + COUNTS_DELAY_MS;
    for (const source of sources) {
      for (const key of keysBySource.get(source) ?? []) {
        const entry = entries.peek(key);
        if (entry) entry.validUntil = Math.min(entry.validUntil, until);
      }
    }
    for (const { recountedSources } of observations)
      for (const source of sources) recountedSources.add(source);
  }

  function clear(): void {
    invalidations += entries.size;
    entries.clear();
    keysBySource.clear();
    for (const observedChanges of observations) observedChanges.isCleared = true;
  }

  announcements.onGap(clear);
  announcements.on("settings", clear);
  announcements.on("forum", ({ table, countsOnly, ids, postIds }) => {
    if (ids === null || postIds === null) return clear();
    const posts = table === "posts" ? ids : (postIds ?? []);
    const sources: Source[] = [table, ...posts.map((id) => `post:${id}` as const)];
    if (countsOnly) expireSoon(sources);
    else invalidate(sources);
  });
  announcements.on("members", ({ countsOnly, ids, usernames }) => {
    if (ids === null || usernames === null) return clear();
    const sources: Source[] = [
      ...ids.map((id) => `member:${id}` as const),
      ...usernames.map((name) => `username:${name}` as const),
    ];
    if (countsOnly) expireSoon(sources);
    else invalidate(sources);
  });
  announcements.on("access", ({ table, ids }) => {
    if (table !== "members") return;
    if (ids === null) clear();
    else invalidate(ids.map((id) => `member:${id}` as const));
  });
  announcements.on("news", ({ countsOnly }) => (countsOnly ? expireSoon(["news"]) : invalidate(["news"])));

  return {
    find(key: string): CachedResponse | undefined {
      const entry = entries.get(key);
      if (!entry || !announcements.isCurrent()) return undefined;
      if (entry.validUntil <= clock.now().getTime()) {
        entries.delete(key);
        return undefined;
      }
      hits += 1;
      return entry.response;
    },
    /** Returns the pending response for this key, unless anything but counts has changed since it was started. */
    findPending(key: string): PendingResponse | undefined {
      const pendingEntry = pendingByKey.get(key);
      // The response's sources aren't known until it is complete, so any change may have made it stale.
      if (
        !pendingEntry ||
        pendingEntry.observedChanges.isCleared ||
        pendingEntry.observedChanges.changedSources.size > 0
      )
        return undefined;
      return announcements.isCurrent() ? pendingEntry.response : undefined;
    },
    start(key: string): PendingResponse {
      // If announcements aren't current, this starts a renewal, which usually ends before the response is complete.
      announcements.isCurrent();
      const { promise, resolve } = Promise.withResolvers<CachedResponse | null>();
      const observedChanges: ObservedChanges = {
        changedSources: new Set(),
        recountedSources: new Set(),
        isCleared: false,
      };
      const pendingResponse: PendingResponse = {
        shared: promise,
        finish(response, { read, validUntil }) {
          observations.delete(observedChanges);
          if (pendingByKey.get(key)?.response === pendingResponse) pendingByKey.delete(key);
          resolve(response);
          if (response) misses += 1;
          const sources = [...read];
          if (
            !response ||
            observedChanges.isCleared ||
            sources.some((source) => observedChanges.changedSources.has(source))
          )
            return;
          const countsValidUntil = sources.some((source) => observedChanges.recountedSources.has(source))
            ? clock.now().getTime() + COUNTS_DELAY_MS
            : Number.POSITIVE_INFINITY;
          storeEntry(key, {
            response,
            sources: new Set(read),
            validUntil: Math.min(validUntil, countsValidUntil),
          });
        },
      };
      pendingByKey.set(key, { response: pendingResponse, observedChanges });
      observations.add(observedChanges);
      return pendingResponse;
    },
    get counts() {
      return { hits, misses, invalidations, bytes: entries.calculatedSize };
    },
  };
}
