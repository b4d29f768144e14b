import type { Database } from "#server/database/index.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";
import type { Storage } from "#server/storage/index.ts";

export interface ProfileDeps {
  readonly database: Database;
  readonly limits: RateLimits;
  readonly storage: Pick<Storage, "uploadAvatar" | "removeAvatar">;
}
