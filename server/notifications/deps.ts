import type { Database } from "#server/database/index.ts";
import type { Mailer } from "#server/email/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { SignedIds } from "#server/platform/signed-ids.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";

export interface NotificationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<RateLimits, "consume">;
  readonly mailer: Pick<Mailer, "queue" | "wake">;
  readonly publicUrl: string;
  readonly signedIds: SignedIds;
}
