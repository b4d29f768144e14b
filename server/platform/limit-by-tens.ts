import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";
import type { Limit, LimitAnswer, RateLimits } from "./rate-limit.ts";

const COUNTED_TOGETHER = 10;
const ALLOWED: LimitAnswer = { allowed: true, retryAfterSeconds: 0 };

/**
 * A limit for what is asked so often that a statement for each would cost too much: counted in memory and, by tens, in
 * the database, so each program that serves the same key lets up to nine more through. Who is over it is turned away
 * from memory until the window closes. `points` is a multiple of ten. Without limits everything is allowed.
 */
export function limitByTens(
  { limits, clock }: { readonly limits: Pick<RateLimits, "consume"> | null; readonly clock: Clock },
  name: string,
  { points, durationSeconds }: Limit,
): (key: string) => Promise<LimitAnswer> {
  const limit = { points: points / COUNTED_TOGETHER, durationSeconds };
  const askers = new LRUCache<string, { asked: number; blockedUntil: number }>({ max: 20_000 });
  return async (key) => {
    if (limits === null) return ALLOWED;
    const asker = askers.get(key) ?? { asked: 0, blockedUntil: 0 };
    askers.set(key, asker);
    const now = clock.now().getTime();
    if (now < asker.blockedUntil)
      return { allowed: false, retryAfterSeconds: (asker.blockedUntil - now) / 1000 };
    asker.asked += 1;
    if (asker.asked % COUNTED_TOGETHER !== 0) return ALLOWED;
    const answer = await limits.consume(name, key, limit);
    if (!answer.allowed) asker.blockedUntil = now + answer.retryAfterSeconds * 1000;
    return answer;
  };
}
