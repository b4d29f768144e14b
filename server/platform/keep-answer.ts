import type { Clock } from "./clock.ts";
import { runForAll } from "./request-scope.ts";

/**
 * Makes an asking whose answer is kept for so long that every page can show it. Those who ask meanwhile share one
 * answer; a failure is not kept.
 */
export function keepAnswer<T>(
  ask: () => Promise<T>,
  { clock, milliseconds }: { readonly clock: Clock; readonly milliseconds: number },
): () => Promise<T> {
  let kept: { readonly at: number; readonly answer: Promise<T> } | null = null;
  return () => {
    const at = clock.now().getTime();
    if (kept === null || at - kept.at >= milliseconds || at < kept.at) {
      const mine = { at, answer: runForAll(ask) };
      kept = mine;
      mine.answer.catch(() => {
        if (kept === mine) kept = null;
      });
    }
    return kept.answer;
  };
}
