import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { toTitle } from "#core/ai/history/build-title.ts";
import { AppError } from "#core/errors.ts";
import { requireMember } from "#core/forum/rules.ts";
import type { Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { countChange, type HistoryDeps } from "./deps.ts";

/**
 * Throws not_signed_in, missing_information, too_many_requests, and conversation_not_found (also for another
 * member's conversation).
 */
export async function renameConversation(deps: HistoryDeps, viewer: Viewer, id: string, newTitle: string) {
  requireMember(viewer);
  const title = toTitle(newTitle);
  if (title === "") throw new AppError("missing_information");
  await countChange(deps, viewer);
  const { rowCount } = isUuid(id)
    ? await deps.database.db.execute(sql`
        update public.ai_conversations set title = ${title}
        where id = ${id}::uuid and member_id = ${viewer.id}::uuid`)
    : { rowCount: 0 };
  if (rowCount === 0) throw new AppError("conversation_not_found");
}

/** Throws not_signed_in, too_many_requests, and conversation_not_found (also for another member's conversation). */
export async function deleteConversation(deps: HistoryDeps, viewer: Viewer, id: string): Promise<void> {
  requireMember(viewer);
  await countChange(deps, viewer);
  const { rowCount } = isUuid(id)
    ? await deps.database.db.execute(sql`
        delete from public.ai_conversations where id = ${id}::uuid and member_id = ${viewer.id}::uuid`)
    : { rowCount: 0 };
  if (rowCount === 0) throw new AppError("conversation_not_found");
}

/** Deletes all of the viewer's conversations. Throws not_signed_in, too_many_requests. */
export async function deleteConversations(deps: HistoryDeps, viewer: Viewer): Promise<void> {
  requireMember(viewer);
  await countChange(deps, viewer);
  await deps.database.db.execute(
    sql`delete from public.ai_conversations where member_id = ${viewer.id}::uuid`,
  );
}

/**
 * Deletes a member's conversations and history setting. The setting is deleted first: this waits for an answer that is
 * being saved, and prevents later answers from being saved.
 */
export async function deleteHistory(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`delete from public.ai_history_members where member_id = ${memberId}::uuid`);
  await tx.execute(sql`delete from public.ai_conversations where member_id = ${memberId}::uuid`);
}
