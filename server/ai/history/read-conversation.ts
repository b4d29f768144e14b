import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { Source } from "#core/ai/analysis.ts";
import type { StoredConversation } from "#core/ai/history/types.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { AppError } from "#core/errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { type HistoryDeps, requireMember } from "./deps.ts";
import type { StoredSource, TurnDetails } from "./save-turn.ts";

type Row = {
  tool: ToolId;
  title: string;
  turn: string;
  asked_at: Date | string;
  question: string;
  answer: string;
  details: TurnDetails;
};

/** Replaces a source that was deleted or hidden after the answer. */
const GONE = {
  title: "No longer available",
  path: null,
  attribution: "",
  date: null,
  isSample: false,
} as const;

/**
 * One of the member's conversations, with its sources as they are now. Two statements. Throws not_signed_in, and
 * conversation_not_found (including another member's).
 */
export async function readConversation(
  deps: HistoryDeps,
  viewer: Viewer,
  id: string,
): Promise<StoredConversation> {
  requireMember(viewer);
  const { rows } = isUuid(id)
    ? await deps.database.db.execute<Row>(sql`
        select c.tool, c.title, t.id as turn, t.asked_at, t.question, t.answer, t.details
        from public.ai_conversations c join public.ai_turns t on t.conversation_id = c.id
        where c.id = ${id}::uuid and c.member_id = ${viewer.id}::uuid
        order by t.asked_at, t.id`)
    : { rows: [] };
  const [first] = rows;
  if (!first) throw new AppError("conversation_not_found");
  const { tool, title } = first;
  const paths = rows.flatMap(({ details }) =>
    details.sources.flatMap((source) => ("title" in source ? [] : source.path)),
  );
  const current = await deps.titles.readTitles([...new Set(paths)]);
  const showSource = (source: StoredSource): Source =>
    "title" in source ? source : { ...(current.get(source.path) ?? GONE), number: source.number };
  return {
    id,
    tool,
    title,
    answers: rows.map(({ turn, asked_at, question, answer, details }) => ({
      tool,
      input: question,
      markdown: answer,
      time: new Date(asked_at).toISOString(),
      ...details,
      sources: details.sources.map(showSource),
      saved: { conversation: id, turn },
    })),
  };
}
