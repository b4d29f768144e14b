import { sql } from "drizzle-orm";
import type { Turn } from "#core/ai/tools.ts";
import { TURN_ANSWER_MAX, TURN_QUESTION_MAX, TURNS_MAX } from "#core/ai/tools.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { HistoryDeps } from "./deps.ts";

/** Reads the last turns of a member's conversation, oldest first, as a page would send them. Runs one statement. */
export async function readTurns(
  { database }: HistoryDeps,
  memberId: string,
  conversation: string,
): Promise<readonly Turn[]> {
  if (!isUuid(conversation)) return [];
  const { rows } = await database.db.execute<{ question: string; answer: string }>(sql`
    select left(t.question, ${TURN_QUESTION_MAX}) as question, left(t.answer, ${TURN_ANSWER_MAX}) as answer
    from public.ai_conversations c join public.ai_turns t on t.conversation_id = c.id
    where c.id = ${conversation}::uuid and c.member_id = ${memberId}::uuid
    order by t.asked_at desc, t.id desc limit ${TURNS_MAX}`);
  return rows.reverse();
}
