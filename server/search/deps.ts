import type { Database } from "#server/database/index.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { RateLimits } from "#server/platform/rate-limit.ts";

/** What every operation of the search works with. */
export interface SearchDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly announcements: Pick<Announcements, "on" | "onGap" | "isCurrent">;
  /** Null where nobody is limited. */
  readonly limits: Pick<RateLimits, "consume"> | null;
}

/** Who stands behind a request, signed in or not. */
export interface Asker {
  readonly address: string;
}
