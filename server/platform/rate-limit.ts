import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

/** So many points within a window that opens with the first of them. */
export interface Limit {
  readonly points: number;
  readonly durationSeconds: number;
}

export interface LimitAnswer {
  readonly allowed: boolean;
  /** Whole seconds until the window closes; 0 when allowed. */
  readonly retryAfterSeconds: number;
}

export interface RateLimits {
  /** Takes one point of `key` under the limit called `name`. Counts are shared by every program on the database. */
  consume(name: string, key: string, limit: Limit): Promise<LimitAnswer>;
  /** Gives one point back, for a limit on failures that is taken before the outcome is known. */
  refund(name: string, key: string, limit: Limit): Promise<void>;
}

const ALLOWED: LimitAnswer = { allowed: true, retryAfterSeconds: 0 };

/** Limits counted in auth.rate_limits. Switched off, everything is allowed. */
export function createRateLimits(pool: pg.Pool, { enabled }: { enabled: boolean }): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();

  function limiterFor(name: string, { points, durationSeconds }: Limit): RateLimiterPostgres {
    const id = `${name}/${points}/${durationSeconds}`;
    let limiter = limiters.get(id);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        schemaName: "auth",
        tableName: "rate_limits",
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: durationSeconds,
        // Who is over the limit is turned away without asking the database again.
        inMemoryBlockOnConsumed: points + 1,
        // The daily sweep of the accounts clears the table (server/auth/sweep-auth.ts).
        clearExpiredByTimeout: false,
      });
      limiters.set(id, limiter);
    }
    return limiter;
  }

  return {
    async consume(name, key, limit) {
      if (!enabled) return ALLOWED;
      try {
        await limiterFor(name, limit).consume(digest(key));
        return ALLOWED;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
      }
    },
    async refund(name, key, limit) {
      if (enabled) await limiterFor(name, limit).reward(digest(key));
    },
  };
}

/** Keys may be long or personal (addresses): a digest is neither. */
const digest = (key: string) => createHash("sha256").update(key).digest("base64url");
