import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { HistorySettings } from "#core/ai/history/types.ts";
import { requireMember } from "#core/forum/rules.ts";
import { countChange, type HistoryDeps } from "./deps.ts";

/** Throws not_signed_in. */
export async function readSettings(deps: HistoryDeps, viewer: Viewer): Promise<HistorySettings> {
  requireMember(viewer);
  const { rowCount } = await deps.database.db.execute(
    sql`select from public.ai_history_members where member_id = ${viewer.id}::uuid`,
  );
  return { isSavingOn: rowCount === 1 };
}

/**
 * Turns saving on or off. Saved conversations remain. An answer in progress is only saved if saving is still on when it
 * ends. Throws not_signed_in, too_many_requests.
 */
export async function setSaving(deps: HistoryDeps, viewer: Viewer, isSavingOn: boolean): Promise<void> {
  requireMember(viewer);
  await countChange(deps, viewer);
  await deps.database.db.execute(
    isSavingOn
      ? sql`insert into public.ai_history_members (member_id, since) values (${viewer.id}::uuid, ${deps.clock.now()})
          on conflict do nothing`
      : sql`delete from public.ai_history_members where member_id = ${viewer.id}::uuid`,
  );
}
