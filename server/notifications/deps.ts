import type { Database } from "#server/database/index.ts";
import type { Mail } from "#server/mail/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { RateLimits } from "#server/platform/rate-limit.ts";

/** What the operations of notifications work with. */
export interface NotificationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<RateLimits, "consume">;
  readonly mail: Pick<Mail, "queue" | "wake">;
  /** Origin of the links in mails. */
  readonly publicUrl: string;
  /** Signs the links that unsubscribe. */
  readonly secret: string;
}
