import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { Outcome } from "./count-run.ts";
import type { AiDeps } from "./deps.ts";

const DAYS_MAX = 366;

/**
 * Returns the daily counts of runs in the last `days` days (at most 366), newest first. For administrators only: throws
 * not_signed_in or access_denied.
 */
export async function readRuns(
  { database, clock }: Pick<AiDeps, "database" | "clock">,
  viewer: Viewer,
  days: number,
) {
  requireAdmin(viewer);
  const today = clock.now().toISOString().slice(0, 10);
  const { rows } = await database.db.execute<{
    day: string;
    tool: string;
    answeredBy: string;
    outcome: Outcome;
    runs: number;
  }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, tool, answered_by as "answeredBy", outcome, runs::float8 as runs
    from public.ai_runs where day > ${today}::date - ${Math.min(DAYS_MAX, Math.max(1, days))}::int
    order by day desc, tool, answered_by, outcome limit 20000`);
  return rows;
}
