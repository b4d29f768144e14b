import { setTimeout as sleep } from "node:timers/promises";
import type { AuthDeps } from "../deps.ts";

/**
 * Resolves or rejects only at multiples of a fixed interval, so that the response time doesn't reveal the extra writes
 * for a known address. Before calling this function, do the slow work that is the same for unknown addresses, such as
 * hashing a password.
 */
export async function equalizeTiming<T>(
  { timingStepMs }: Pick<AuthDeps, "timingStepMs">,
  work: () => Promise<T>,
): Promise<T> {
  if (timingStepMs === 0) return work();
  let isDone = false;
  const result = work().finally(() => {
    isDone = true;
  });
  // Handled below; this prevents an unhandled rejection until then.
  result.catch(() => {});
  // Each timer starts while the work is still running, so known and unknown addresses take exactly the same time.
  do await sleep(timingStepMs);
  while (!isDone);
  return result;
}
