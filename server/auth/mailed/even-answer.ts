import { setTimeout as sleep } from "node:timers/promises";
import type { AuthContext } from "../context.ts";

/**
 * Answers, or refuses, no sooner than a fixed time after the work began, so that the time does not tell which way the
 * work went: a known address means rows to write, an unknown one means none.
 */
export async function answerEvenly<T>(auth: AuthContext, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + auth.evenMilliseconds;
  try {
    return await work();
  } finally {
    const left = until - performance.now();
    if (left > 0) await sleep(left);
  }
}
