import type { Auth } from "#server/auth/index.ts";
import type { Database } from "#server/database/index.ts";
import type { Forum } from "#server/forum/index.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";

/** What the module works with. */
export interface LiveDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly announcements: Pick<Announcements, "on" | "onGap">;
  readonly auth: Pick<Auth, "identify">;
  readonly forum: Pick<Forum, "readStates" | "readNewest">;
  /** How many of a member's notifications are unread. */
  readonly countUnread?: (memberId: string) => Promise<number>;
  readonly trustProxy: number;
  /** Whether one address, or one member, may open only so many streams. */
  readonly limited: boolean;
}
