import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#core/errors.ts";

/** A number of points per window. The window opens with the first use. */
export interface Limit {
  readonly points: number;
  readonly durationSeconds: number;
}

export interface LimitResult {
  readonly allowed: boolean;
  /** Seconds until the window closes; 0 when allowed. */
  readonly retryAfterSeconds: number;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

const ALLOWED: LimitResult = { allowed: true, retryAfterSeconds: 0 };

export function createRateLimits(pool: pg.Pool, { enabled }: { enabled: boolean }) {
  const limiters = new Map<string, RateLimiterPostgres>();

  function getLimiter(name: string, { points, durationSeconds }: Limit): RateLimiterPostgres {
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
        // Requests with a blocked key are rejected without a query.
        inMemoryBlockOnConsumed: points + 1,
        // The account cleanup deletes expired rows (server/auth/delete-expired-data.ts).
        clearExpiredByTimeout: false,
      });
      limiters.set(id, limiter);
    }
    return limiter;
  }

  return {
    /** Consumes one of the key's points under the limit `name`. Counts are shared by every process on the database. */
    async consume(name: string, key: string, limit: Limit): Promise<LimitResult> {
      if (!enabled) return ALLOWED;
      try {
        await getLimiter(name, limit).consume(digest(key));
        return ALLOWED;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) };
      }
    },
    /** Refunds one point, for attempts that are charged before it is known whether they count. */
    async refund(name: string, key: string, limit: Limit): Promise<void> {
      if (enabled) await getLimiter(name, limit).reward(digest(key));
    },
  };
}

/** Hashes a key, because keys may be long or personal. */
export const digest = (key: string) => createHash("sha256").update(key).digest("base64url");

/** Creates the error too_many_requests, with the waiting time in whole minutes. */
export function createRateLimitError(retryAfterSeconds: number): AppError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes <= 1 ? "a minute" : `${minutes} minutes`;
  return new AppError("too_many_requests", {
    message: `You're doing this too often. Please try again in ${wait}.`,
  });
}
