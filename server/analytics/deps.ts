import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";

export interface AnalyticsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}
