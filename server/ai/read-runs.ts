import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Outcome } from "./count-run.ts";
import type { AiDeps } from "./deps.ts";

const DAYS_MAX = 366;

/** Reads the daily counts of runs, newest first. For administrators only: throws not_signed_in or access_denied. */
export async function readRuns(
  { database, clock }: Pick<AiDeps, "database" | "clock">,
  viewer: Viewer,
  days: number,
) {
  if (viewer === null) throw new AppError("not_signed_in");
  if (viewer.role !== "admin") throw new AppError("access_denied");
  const today = clock.now().toISOString().slice(0, 10);
  const { rows } = await database.db.execute<{
    day: string;
    tool: string;
    answered_by: string;
    outcome: Outcome;
    runs: string;
  }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, tool, answered_by, outcome, runs from public.ai_runs
    where day > ${today}::date - ${Math.min(DAYS_MAX, Math.max(1, days))}::int
    order by day desc, tool, answered_by, outcome limit 20000`);
  return rows.map(({ answered_by, runs, ...row }) => ({
    ...row,
    answeredBy: answered_by,
    runs: Number(runs),
  }));
}
