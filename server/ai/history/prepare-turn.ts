import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { SavedTurn } from "#core/ai/export.ts";
import { CONVERSATION_BYTES_MAX, CONVERSATION_TURNS_MAX } from "#core/ai/history/limits.ts";
import type { SaveRequest } from "#core/ai/history/types.ts";
import type { ToolId } from "#core/ai/tools.ts";
import type { HistoryDeps } from "./deps.ts";

export interface PendingTurn extends SavedTurn {
  readonly memberId: string;
  readonly isNewConversation: boolean;
  readonly replaces: readonly string[];
}

/**
 * Decides where to save an answer. Returns null if it won't be saved. Chooses a new conversation if none is given,
 * or if the given one was deleted, is full, or belongs to another member or another tool.
 */
export async function prepareTurn(
  { database }: HistoryDeps,
  userId: string | null,
  tool: ToolId,
  request: SaveRequest | null,
): Promise<PendingTurn | null> {
  if (userId === null || request === null) return null;
  const { rows } = await database.db.execute<{ id: string | null }>(sql`
    select c.id from public.ai_history_members m
    left join public.ai_conversations c on c.id = ${request.conversation}::uuid and c.member_id = m.member_id
      and c.tool = ${tool} and c.turn_count < ${CONVERSATION_TURNS_MAX} and c.byte_count < ${CONVERSATION_BYTES_MAX}
    where m.member_id = ${userId}::uuid`);
  const [row] = rows;
  if (!row) return null;
  return {
    memberId: userId,
    conversation: row.id ?? randomUUID(),
    turn: randomUUID(),
    isNewConversation: row.id === null,
    replaces: row.id === null ? [] : request.replaces,
  };
}
