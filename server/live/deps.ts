import type { Auth } from "#server/auth/index.ts";
import type { Database } from "#server/database/index.ts";
import type { Forum } from "#server/forum/index.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";

export interface LiveDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly announcements: Pick<Announcements, "on" | "onGap">;
  readonly auth: Pick<Auth, "identify">;
  readonly forum: Pick<Forum, "readStates" | "readNewest">;
  readonly countUnread?: (memberId: string) => Promise<number>;
  readonly trustProxy: number;
  readonly hasLimits: boolean;
}
