import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { SiteFigures } from "#core/admin/stats.ts";
import { type BackupDestination, readBackupStatus } from "#server/backup/index.ts";
import type { Database } from "#server/database/index.ts";
import type { Forum } from "#server/forum/index.ts";
import type { Clock } from "#server/platform/clock.ts";

/** Replicas unused for longer than this are reported. One that only fell behind is usually used again in a second. */
const UNUSED_MIN_MS = 10_000;

type Counts = Pick<SiteFigures, "totalUsers" | "activePosts" | "newsArticles" | "reports" | "postsToday">;

interface SiteDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly backup: BackupDestination;
  readonly forum: Pick<Forum, "readCommunity">;
}

/** Reads what the admin dashboard shows. Only the number of people online is cached. */
export async function readSiteFigures(
  { database, clock, backup, forum }: SiteDeps,
  viewer: Viewer,
): Promise<SiteFigures> {
  requireAdmin(viewer);
  const now = clock.now();
  const [{ last, problem, firstDueAt }, { figures }, { rows }] = await Promise.all([
    readBackupStatus(database.pool, backup, now),
    // The footer of the same page also shows how many people are online.
    forum.readCommunity(),
    database.db.execute<Counts>(sql`
    select
      coalesce(sum(amount) filter (where name = 'members'), 0)::int as "totalUsers",
      coalesce(sum(amount) filter (where name = 'posts'), 0)::int as "activePosts",
      (select coalesce(sum(amount), 0)::int from public.news_counts) as "newsArticles",
      (select count(*)::int from public.report_groups where decided_at is null) as "reports",
      coalesce(sum(amount) filter (where name = 'posts' and day = ${now.toISOString().slice(0, 10)}::date), 0)::int
        as "postsToday"
    from public.daily_counts`),
  ]);
  const [row] = rows;
  if (!row) throw new Error("the site's figures could not be read");
  const { statuses } = database.replicas;
  const isUnused = ({ unusedSince }: (typeof statuses)[number]) =>
    unusedSince !== null && now.getTime() - Date.parse(unusedSince) > UNUSED_MIN_MS;
  return {
    ...row,
    onlineNow: figures.onlineNow,
    firstBackupDueAt: firstDueAt?.toISOString() ?? null,
    lastBackup: last && { at: last.endedAt.toISOString(), state: last.state },
    hasBackupProblem: problem !== null,
    unusedReplicaCount: statuses.filter(isUnused).length,
    replicaCount: statuses.length,
  };
}
