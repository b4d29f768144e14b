import type { Topic } from "./announcement-topics.ts";
import type { Announcements } from "./announcements.ts";
import type { Clock } from "./clock.ts";
import { collectSources, expireAt, mergeSources, type Sources } from "./request-scope.ts";

interface TtlOptions {
  readonly clock: Clock;
  readonly milliseconds: number;
}

/**
 * Caches a result for a fixed time. Concurrent calls share one call of `ask`, and failures aren't cached. A page that
 * uses the result expires with it. For figures that may be slightly out of date; use `keepUntilChanged` for anything
 * else.
 */
export function memoizeWithTtl<T>(ask: () => Promise<T>, options: TtlOptions): () => Promise<T> {
  return memoize(ask, options).read;
}

/**
 * Also drops the cached result when one of the topics is announced. While announcements can't be received, nothing is
 * cached.
 */
export function memoizeUntilNotified<T>(
  ask: () => Promise<T>,
  {
    announcements,
    topics,
    ...options
  }: TtlOptions & {
    readonly announcements: Pick<Announcements, "on" | "onGap" | "isCurrent">;
    readonly topics: readonly Topic[];
  },
): () => Promise<T> {
  const { read, drop } = memoize(ask, options);
  for (const topic of topics)
    announcements.on(topic, (data) => ("figuresOnly" in data && data.figuresOnly ? undefined : drop()));
  announcements.onGap(drop);
  return () => {
    if (!announcements.isCurrent()) drop();
    return read();
  };
}

function memoize<T>(ask: () => Promise<T>, { clock, milliseconds }: TtlOptions) {
  let cached: { readonly at: number; readonly asked: Promise<{ answer: T; sources: Sources }> } | null = null;
  return {
    async read(): Promise<T> {
      const at = clock.now().getTime();
      if (cached === null || at - cached.at >= milliseconds || at < cached.at) {
        const mine = { at, asked: collectSources(ask) };
        cached = mine;
        mine.asked.catch(() => {
          if (cached === mine) cached = null;
        });
      }
      const { at: since, asked } = cached;
      expireAt(since + milliseconds);
      const { answer, sources } = await asked;
      mergeSources(sources);
      return answer;
    },
    drop(): void {
      cached = null;
    },
  };
}
