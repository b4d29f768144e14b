import type { Auth } from "#server/auth/index.ts";
import type { Database } from "#server/database/index.ts";
import type { Mailer } from "#server/email/index.ts";
import type { Forum } from "#server/forum/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";
import type { Storage } from "#server/storage/index.ts";

export interface ReportDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly limits: Pick<RateLimits, "consume" | "refund">;
  readonly auth: Pick<Auth, "requireStepUp" | "suspendInTransaction">;
  readonly forum: Pick<Forum, "moderation">;
  readonly mailer: Pick<Mailer, "queue" | "wake">;
  readonly storage: Pick<Storage, "removeAvatar">;
  readonly publicUrl: string;
}
