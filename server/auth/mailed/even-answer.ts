import { setTimeout as sleep } from "node:timers/promises";
import type { AuthContext } from "../context.ts";

/**
 * Answers, or refuses, only at whole steps of a fixed length after the work began, so that the time does not tell which
 * way the work went: a known address means rows to write, an unknown one means none. Work that is the same for both and
 * may take long (a password's hash) belongs before it, not inside.
 */
export async function answerEvenly<T>(
  { evenMilliseconds }: Pick<AuthContext, "evenMilliseconds">,
  work: () => Promise<T>,
): Promise<T> {
  if (evenMilliseconds === 0) return work();
  let isDone = false;
  const outcome = work().finally(() => {
    isDone = true;
  });
  // Awaited below; until then a refusal is not an unhandled one.
  outcome.catch(() => {});
  // Each step is set before the work could end, so it fires at the same moment whichever way the work goes.
  do await sleep(evenMilliseconds);
  while (!isDone);
  return outcome;
}
