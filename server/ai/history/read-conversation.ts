import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Viewer } from "#core/accounts/member.ts";
import type { Source } from "#core/ai/analysis.ts";
import { CONVERSATION_PAGE_BYTES } from "#core/ai/history/limits.ts";
import type { StoredConversation } from "#core/ai/history/types.ts";
import { type ToolId, TURN_ANSWER_MAX, TURN_QUESTION_MAX, TURNS_MAX } from "#core/ai/tools.ts";
import { AppError } from "#core/errors.ts";
import { requireMember } from "#core/forum/rules.ts";
import { microsToIso, microsToTime, toMicros } from "#server/database/index.ts";
import { decodeCursor, encodeCursor } from "#server/platform/list-cursor.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { HistoryDeps } from "./deps.ts";
import type { StoredSource, TurnDetails } from "./save-turn.ts";

type Row = {
  tool: ToolId;
  title: string;
  turn: string;
  micros: string;
  question: string;
  answer: string;
  details: TurnDetails;
  /** Whether there are turns before this one. */
  has_earlier: boolean;
};

/** Replaces a source that was deleted or hidden after the answer was saved. */
const DELETED_SOURCE = {
  title: "No longer available",
  path: null,
  attribution: "",
  date: null,
  isSample: false,
} as const;

const CURSOR_KEYS = z.tuple([z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.guid()]);

/**
 * Reads a page of a conversation: the last turn (before the cursor, if there is one), and as many earlier turns as fit
 * in CONVERSATION_PAGE_BYTES. Sources have their current titles. Throws not_signed_in, invalid_input, and
 * conversation_not_found (also for another member's conversation).
 */
export async function readConversation(
  deps: HistoryDeps,
  viewer: Viewer,
  id: string,
  before: string | null = null,
): Promise<StoredConversation> {
  requireMember(viewer);
  const rows = isUuid(id) ? await readPage(deps, viewer.id, id, before) : [];
  const [firstRow] = rows;
  if (!firstRow) throw new AppError("conversation_not_found");
  const { tool, title } = firstRow;
  const paths = rows.flatMap(({ details }) =>
    details.sources.flatMap((source) => ("title" in source ? [] : source.path)),
  );
  const currentTitles = await deps.titles.readTitles([...new Set(paths)]);
  const showSource = (source: StoredSource): Source =>
    "title" in source
      ? source
      : { ...(currentTitles.get(source.path) ?? DELETED_SOURCE), number: source.number };
  return {
    id,
    tool,
    title,
    answers: rows.map(({ turn, micros, question, answer, details }) => ({
      tool,
      input: question,
      markdown: answer,
      time: microsToIso(micros),
      ...details,
      sources: details.sources.map(showSource),
      saved: { conversation: id, turn },
    })),
    earlierCursor: firstRow.has_earlier ? encodeCursor([Number(firstRow.micros), firstRow.turn]) : null,
  };
}

async function readPage({ database }: HistoryDeps, memberId: string, id: string, before: string | null) {
  const [micros, turn] = before === null ? [] : decodeCursor(CURSOR_KEYS, before);
  const earlierCondition = turn
    ? sql`and (t.asked_at, t.id) < (${microsToTime(micros as number)}, ${turn}::uuid)`
    : sql``;
  const { rows } = await database.db.execute<Row>(sql`
    select c.tool, c.title, t.id as turn, ${toMicros(sql`t.asked_at`)} as micros, t.question, t.answer, t.details,
      sizes.has_earlier
    from public.ai_conversations c
    cross join lateral (
      select t.id, sum(t.byte_count) over newest - first_value(t.byte_count) over newest as bytes,
        lead(t.id) over newest is not null as has_earlier
      from public.ai_turns t where t.conversation_id = c.id ${earlierCondition}
      window newest as (order by t.asked_at desc, t.id desc)
    ) sizes
    join public.ai_turns t on t.id = sizes.id
    where c.id = ${id}::uuid and c.member_id = ${memberId}::uuid and sizes.bytes <= ${CONVERSATION_PAGE_BYTES}
    order by t.asked_at, t.id`);
  return rows;
}

/** Reads the last turns of a member's conversation, oldest first, within the same limits as turns sent by a page. */
export async function readTurns({ database }: HistoryDeps, memberId: string, conversationId: string) {
  if (!isUuid(conversationId)) return [];
  const { rows } = await database.db.execute<{ question: string; answer: string }>(sql`
    select left(t.question, ${TURN_QUESTION_MAX}) as question, left(t.answer, ${TURN_ANSWER_MAX}) as answer
    from public.ai_conversations c join public.ai_turns t on t.conversation_id = c.id
    where c.id = ${conversationId}::uuid and c.member_id = ${memberId}::uuid
    order by t.asked_at desc, t.id desc limit ${TURNS_MAX}`);
  return rows.reverse();
}
