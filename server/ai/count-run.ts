import { sql } from "drizzle-orm";
import type { ToolId } from "#core/ai/tools.ts";
import type { AiDeps } from "./deps.ts";

/**
 * How a run ended. "stopped": the client disconnected, or a form's deadline passed. "broken": the answer failed after
 * it had started. "failed": it failed before that. "refused": over a limit.
 */
export type Outcome = "done" | "stopped" | "broken" | "failed" | "refused";

/** Counts a run for the statistics. The write isn't awaited, and its commit doesn't wait for the disk. */
export function countRun(
  { database, clock, log }: Pick<AiDeps, "database" | "clock" | "log">,
  tool: ToolId,
  answeredBy: string,
  outcome: Outcome,
): void {
  const day = clock.now().toISOString().slice(0, 10);
  database.db
    .execute(sql`
      insert into public.ai_runs as existing (day, tool, answered_by, outcome)
      select ${day}::date, ${tool}, ${answeredBy.slice(0, 200)}, ${outcome}
      from set_config('synchronous_commit', 'off', true)
      on conflict (day, tool, answered_by, outcome) do update set runs = existing.runs + 1`)
    .catch((error: unknown) =>
      log.warn({ error: String(error) }, "a run of an AI tool could not be counted"),
    );
}
