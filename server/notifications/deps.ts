import type { Database } from "#server/database/index.ts";
import type { Mail } from "#server/mail/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { RateLimits } from "#server/platform/rate-limit.ts";
import type { SignedIds } from "#server/platform/signed-ids.ts";

/** What the operations of notifications work with. */
export interface NotificationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<RateLimits, "consume">;
  readonly mail: Pick<Mail, "queue" | "wake">;
  /** Origin of the links in mails. */
  readonly publicUrl: string;
  /** Write and read the links that unsubscribe. */
  readonly signedIds: SignedIds;
}
