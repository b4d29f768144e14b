import type { Database } from "#server/database/index.ts";
import type { Mailer } from "#server/email/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";
import type { Links } from "./links.ts";

export interface NewsletterDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: RateLimits;
  readonly mailer: Pick<
    Mailer,
    "queue" | "wake" | "isEmailConfigured" | "countWaiting" | "cancel" | "render"
  >;
  readonly links: Links;
}
