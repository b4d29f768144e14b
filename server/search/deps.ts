import type { Database } from "#server/database/index.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";

export interface SearchDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly announcements: Pick<Announcements, "on" | "onGap" | "isCurrent">;
  /** Null to lift all limits, for tests. */
  readonly limits: Pick<RateLimits, "consume"> | null;
}

export interface SearchClient {
  readonly address: string;
}
