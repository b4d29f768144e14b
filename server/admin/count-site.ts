import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { SiteFigures } from "#core/admin/stats.ts";
import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";

/** A replica that is behind is usually used again within a second. */
const UNUSED_MS = 10_000;

type StoredFigures = Omit<SiteFigures, "unusedReplicas" | "replicas">;

/** Counts with one statement, without a cache. Throws AppError: not_signed_in, access_denied. */
export async function countSite(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  viewer: Viewer,
): Promise<SiteFigures> {
  requireAdmin(viewer);
  const now = clock.now();
  const { rows } = await database.db.execute<{ [Name in keyof StoredFigures]: StoredFigures[Name] }>(sql`
    select
      coalesce(sum(amount) filter (where name = 'members'), 0)::int as "totalUsers",
      coalesce(sum(amount) filter (where name = 'posts'), 0)::int as "activePosts",
      (select coalesce(sum(amount), 0)::int from public.news_counts) as "newsArticles",
      (select count(*)::int from public.report_groups where decided_at is null) as "reports",
      public.count_online(${now.toISOString()}::timestamptz) as "onlineNow",
      coalesce(sum(amount) filter (where name = 'posts' and day = ${now.toISOString().slice(0, 10)}::date), 0)::int
        as "today",
      (select to_char(max(ended_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from public.backups
        where error is null) as "lastBackupAt"
    from public.daily_counts`);
  const [row] = rows;
  if (!row) throw new Error("the site could not be counted");
  const { statuses } = database.replicas;
  const isUnused = ({ unusedSince }: (typeof statuses)[number]) =>
    unusedSince !== null && now.getTime() - Date.parse(unusedSince) > UNUSED_MS;
  return { ...row, unusedReplicas: statuses.filter(isUnused).length, replicas: statuses.length };
}
