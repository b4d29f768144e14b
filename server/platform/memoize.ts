import type { Topic } from "./announcement-topics.ts";
import type { Announcements } from "./announcements.ts";
import type { Clock } from "./clock.ts";
import { collectSources, expireAt, mergeSources, type Sources } from "./request-scope.ts";

interface TtlOptions {
  readonly clock: Clock;
  readonly ttlMs: number;
}

/**
 * Caches a result, but not a failure, for a fixed time. Use it for values that may be slightly out of date, and
 * `memoizeUntilAnnounced` for others. `refreshOn` receives a function that drops the result early.
 */
export function memoizeWithTtl<T>(
  load: () => Promise<T>,
  { refreshOn, ...options }: TtlOptions & { readonly refreshOn?: ((drop: () => void) => void) | undefined },
): () => Promise<T> {
  const { read, drop } = memoize(load, options);
  refreshOn?.(drop);
  return read;
}

/**
 * Like memoizeWithTtl, but also drops the result when a topic is announced, unless only counts changed. While
 * announcements can't be received, nothing is cached.
 */
export function memoizeUntilAnnounced<T>(
  load: () => Promise<T>,
  {
    announcements,
    topics,
    ...options
  }: TtlOptions & {
    readonly announcements: Pick<Announcements, "on" | "onGap" | "isCurrent">;
    readonly topics: readonly Topic[];
  },
): () => Promise<T> {
  const { read, drop } = memoize(load, options);
  for (const topic of topics)
    announcements.on(topic, (data) => ("countsOnly" in data && data.countsOnly ? undefined : drop()));
  announcements.onGap(drop);
  return () => {
    if (!announcements.isCurrent()) drop();
    return read();
  };
}

function memoize<T>(load: () => Promise<T>, { clock, ttlMs }: TtlOptions) {
  let cached: { readonly at: number; readonly pending: Promise<{ result: T; sources: Sources }> } | null =
    null;
  return {
    async read(): Promise<T> {
      const now = clock.now().getTime();
      if (cached === null || now - cached.at >= ttlMs || now < cached.at) {
        const entry = { at: now, pending: collectSources(load) };
        cached = entry;
        entry.pending.catch(() => {
          if (cached === entry) cached = null;
        });
      }
      const { at: loadedAt, pending } = cached;
      expireAt(loadedAt + ttlMs);
      const { result, sources } = await pending;
      mergeSources(sources);
      return result;
    },
    drop(): void {
      cached = null;
    },
  };
}
