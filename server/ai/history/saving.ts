import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { HistorySettings } from "#core/ai/history/types.ts";
import { consumeChange, type HistoryDeps, requireMember } from "./deps.ts";

/** Whether the member's conversations are saved. Runs one statement. Throws not_signed_in. */
export async function readSettings(deps: HistoryDeps, viewer: Viewer): Promise<HistorySettings> {
  requireMember(viewer);
  const { rowCount } = await deps.database.db.execute(
    sql`select from public.ai_history_members where member_id = ${viewer.id}::uuid`,
  );
  return { isSaving: rowCount === 1 };
}

/**
 * Starts or stops saving the member's conversations. Saved ones remain. An answer in progress is saved only if
 * saving is still on when it ends. Throws not_signed_in, too_many_requests.
 */
export async function setSaving(deps: HistoryDeps, viewer: Viewer, isSaving: boolean): Promise<void> {
  requireMember(viewer);
  await consumeChange(deps, viewer);
  await deps.database.db.execute(
    isSaving
      ? sql`insert into public.ai_history_members (member_id, since) values (${viewer.id}::uuid, ${deps.clock.now()})
          on conflict do nothing`
      : sql`delete from public.ai_history_members where member_id = ${viewer.id}::uuid`,
  );
}
