import type { Auth } from "#server/auth/index.ts";
import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";
import type { Storage } from "#server/storage/index.ts";

export interface MemberDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly limits: RateLimits;
  readonly auth: Pick<Auth, "account" | "isStillSignedIn" | "onAccountDeletion">;
  readonly storage: Pick<Storage, "deleteMemberFiles" | "listMemberFiles" | "listMemberFileBatches">;
  readonly forum: Record<"anonymizeMember" | "deleteMemberContent", (userId: string) => Promise<void>>;
}
