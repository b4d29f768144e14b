import { setTimeout as sleep } from "node:timers/promises";
import type { AuthContext } from "../context.ts";

/**
 * Resolves or rejects only at multiples of a fixed time, so that the response time doesn't reveal whether an
 * address is known, which causes extra writes. Slow work that both cases share, such as hashing a password,
 * should run before it.
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
  // Handled below; this prevents an unhandled rejection until then.
  outcome.catch(() => {});
  // Each timer starts before the work can end, so both cases take exactly the same time.
  do await sleep(evenMilliseconds);
  while (!isDone);
  return outcome;
}
