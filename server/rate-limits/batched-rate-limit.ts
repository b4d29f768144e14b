import { LRUCache } from "lru-cache";
import type { Clock } from "#server/platform/clock.ts";
import type { Limit, LimitResult, RateLimits } from "./rate-limit.ts";

const BATCH_SIZE = 10;
const ALLOWED: LimitResult = { allowed: true, retryAfterSeconds: 0 };

/**
 * Creates a limit for frequent requests. It counts in memory and writes to the database in batches of ten, so each
 * process lets up to nine extra requests through. `points` must be a multiple of ten. If `limits` is null, everything
 * is allowed.
 */
export function createBatchedLimit(
  { limits, clock }: { readonly limits: Pick<RateLimits, "consume"> | null; readonly clock: Clock },
  name: string,
  { points, durationSeconds }: Limit,
): (key: string) => Promise<LimitResult> {
  const limit = { points: points / BATCH_SIZE, durationSeconds };
  const clients = new LRUCache<string, { requestCount: number; blockedUntil: number }>({ max: 20_000 });
  return async (key) => {
    if (limits === null) return ALLOWED;
    const client = clients.get(key) ?? { requestCount: 0, blockedUntil: 0 };
    clients.set(key, client);
    const now = clock.now().getTime();
    if (now < client.blockedUntil)
      return { allowed: false, retryAfterSeconds: Math.ceil((client.blockedUntil - now) / 1000) };
    client.requestCount += 1;
    if (client.requestCount % BATCH_SIZE !== 0) return ALLOWED;
    const result = await limits.consume(name, key, limit);
    if (!result.allowed) client.blockedUntil = now + result.retryAfterSeconds * 1000;
    return result;
  };
}
