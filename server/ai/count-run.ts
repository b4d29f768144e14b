import { sql } from "drizzle-orm";
import type { ToolId } from "#core/ai/tools.ts";
import type { AiDeps } from "./deps.ts";

/**
 * "done": complete. "stopped": the client disconnected. "broken": failed after it started. "failed": failed
 * before it started. "refused": over a limit.
 */
export type Outcome = "done" | "stopped" | "broken" | "failed" | "refused";

/** A model's name or "analyzer". */
export type AnsweredBy = string;

/**
 * Counts one run of a tool for the admin statistics, without its content. Isn't awaited and doesn't wait for
 * the disk, so that it doesn't delay other commits.
 */
export function countRun(
  { database, clock, log }: Pick<AiDeps, "database" | "clock" | "log">,
  tool: ToolId,
  answeredBy: AnsweredBy,
  outcome: Outcome,
): void {
  const day = clock.now().toISOString().slice(0, 10);
  database.db
    .execute(sql`
      insert into public.ai_runs as kept (day, tool, answered_by, outcome)
      select ${day}::date, ${tool}, ${answeredBy.slice(0, 200)}, ${outcome}
      from set_config('synchronous_commit', 'off', true)
      on conflict (day, tool, answered_by, outcome) do update set runs = kept.runs + 1`)
    .catch((error: unknown) =>
      log.warn({ error: String(error) }, "a run of an AI tool could not be counted"),
    );
}
