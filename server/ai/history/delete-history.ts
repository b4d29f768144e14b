import { sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";

/**
 * Deletes all conversations of a member whose account is closed but whose row remains. Deletes the setting
 * first, which waits for an answer that is being saved and prevents later ones from being saved.
 */
export async function deleteHistory(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`delete from public.ai_history_members where member_id = ${memberId}::uuid`);
  await tx.execute(sql`delete from public.ai_conversations where member_id = ${memberId}::uuid`);
}
