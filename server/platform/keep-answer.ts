import type { Topic } from "./announced-topics.ts";
import type { Announcements } from "./announcements.ts";
import type { Clock } from "./clock.ts";
import { addSources, holdsUntil, runWithSources, type Sources } from "./request-scope.ts";

interface Keeping {
  readonly clock: Clock;
  readonly milliseconds: number;
}

/**
 * Makes an asking whose answer is kept for so long that every page can show it. Those who ask meanwhile share one
 * answer; a failure is not kept. A page that shows it holds no longer than it. For figures, which may be late; what
 * may not be is kept by `keepUntilChanged`.
 */
export function keepAnswer<T>(ask: () => Promise<T>, keeping: Keeping): () => Promise<T> {
  return keep(ask, keeping).read;
}

/**
 * The same, dropped when one of the topics is announced, for anything but figures. While announcements cannot be heard
 * nothing is kept.
 */
export function keepUntilChanged<T>(
  ask: () => Promise<T>,
  {
    announcements,
    topics,
    ...keeping
  }: Keeping & {
    readonly announcements: Pick<Announcements, "on" | "onGap" | "isCurrent">;
    readonly topics: readonly Topic[];
  },
): () => Promise<T> {
  const { read, drop } = keep(ask, keeping);
  for (const topic of topics)
    announcements.on(topic, (data) => ("figuresOnly" in data && data.figuresOnly ? undefined : drop()));
  announcements.onGap(drop);
  return () => {
    if (!announcements.isCurrent()) drop();
    return read();
  };
}

function keep<T>(ask: () => Promise<T>, { clock, milliseconds }: Keeping) {
  let kept: { readonly at: number; readonly asked: Promise<{ answer: T; sources: Sources }> } | null = null;
  return {
    async read(): Promise<T> {
      const at = clock.now().getTime();
      if (kept === null || at - kept.at >= milliseconds || at < kept.at) {
        const mine = { at, asked: runWithSources(ask) };
        kept = mine;
        mine.asked.catch(() => {
          if (kept === mine) kept = null;
        });
      }
      const { at: since, asked } = kept;
      holdsUntil(since + milliseconds);
      const { answer, sources } = await asked;
      addSources(sources);
      return answer;
    },
    drop(): void {
      kept = null;
    },
  };
}
