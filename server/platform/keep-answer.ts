import type { Clock } from "./clock.ts";
import { addSources, holdsUntil, runWithSources, type Sources } from "./request-scope.ts";

/**
 * Makes an asking whose answer is kept for so long that every page can show it. Those who ask meanwhile share one
 * answer; a failure is not kept. A page that shows it holds no longer than it.
 */
export function keepAnswer<T>(
  ask: () => Promise<T>,
  { clock, milliseconds }: { readonly clock: Clock; readonly milliseconds: number },
): () => Promise<T> {
  let kept: { readonly at: number; readonly asked: Promise<{ answer: T; sources: Sources }> } | null = null;
  return async () => {
    const at = clock.now().getTime();
    if (kept === null || at - kept.at >= milliseconds || at < kept.at) {
      const mine = { at, asked: runWithSources(ask) };
      kept = mine;
      mine.asked.catch(() => {
        if (kept === mine) kept = null;
      });
    }
    holdsUntil(kept.at + milliseconds);
    const { answer, sources } = await kept.asked;
    addSources(sources);
    return answer;
  };
}
