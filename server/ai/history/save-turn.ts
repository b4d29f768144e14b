import { sql } from "drizzle-orm";
import type { Source } from "#core/ai/analysis.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import { buildTitle } from "#core/ai/history/build-title.ts";
import { CONVERSATIONS_MAX, HISTORY_BYTES_MAX, TURN_BYTES_MAX } from "#core/ai/history/limits.ts";
import type { HistoryDeps } from "./deps.ts";
import type { PendingTurn } from "./prepare-turn.ts";

/** The number of a turn's characters that can be searched. More could exceed the maximum size of a tsvector. */
const SEARCHABLE_LENGTH = 100_000;

export type TurnDetails = Omit<ToolAnswer, "tool" | "input" | "markdown" | "time" | "saved" | "sources"> & {
  readonly sources: readonly StoredSource[];
};

/** A source that is a post, comment or article is stored without its title, which is read when the answer is shown. */
export type StoredSource = Source | (Pick<Source, "number"> & { readonly path: string });

const CONTENT_PATH = /^\/(?:forum|news)\/./;

/**
 * Saves a question with its answer, and deletes the member's least recently answered conversations beyond the limits.
 * Returns false if the conversation or the account was deleted, or saving was turned off, in the meantime.
 */
export async function saveTurn(
  { database, clock }: HistoryDeps,
  pendingTurn: PendingTurn,
  answer: ToolAnswer,
) {
  const { memberId, conversation: id, turn, isNewConversation, replaces } = pendingTurn;
  const question = toStorable(answer.input);
  const markdown = toStorable(answer.markdown);
  const details = buildDetails(answer, Buffer.byteLength(question) + Buffer.byteLength(markdown));
  const bytes = Buffer.byteLength(question) + Buffer.byteLength(markdown) + Buffer.byteLength(details);
  const title = buildTitle(answer.tool, question);
  const now = clock.now();
  const conversationStatement = isNewConversation
    ? sql`insert into public.ai_conversations
          (id, member_id, tool, title, created_at, updated_at, turn_count, byte_count)
        select ${id}::uuid, member_id, ${answer.tool}, ${title}, ${now}::timestamptz, ${now}::timestamptz, 1, ${bytes}::int
        from public.ai_history_members where member_id = ${memberId}::uuid returning byte_count`
    : sql`update public.ai_conversations c set updated_at = ${now}::timestamptz,
          turn_count = c.turn_count + 1 - r.turns, byte_count = c.byte_count + ${bytes}::int - r.bytes,
          title = case when c.turn_count = r.turns then ${title} else c.title end
        from (select count(*)::int as turns, coalesce(sum(byte_count), 0)::int as bytes from replaced) r
        where c.id = ${id}::uuid and c.member_id = ${memberId}::uuid
        returning c.byte_count`;
  const saveStatement = sql`
    with replaced as (
      delete from public.ai_turns t using public.ai_conversations c
      where t.id = any(${sql.param(replaces)}::uuid[]) and t.conversation_id = ${id}::uuid
        and c.id = t.conversation_id and c.member_id = ${memberId}::uuid
      returning t.byte_count
    ), conversation as (${conversationStatement}
    ), oldest as (
      delete from public.ai_conversations where id in (
        select id from (
          select id, row_number() over newest as position, sum(byte_count) over newest as bytes
          from public.ai_conversations where member_id = ${memberId}::uuid and id <> ${id}::uuid
          window newest as (order by updated_at desc, id desc)
        ) others, conversation
        where others.position >= ${CONVERSATIONS_MAX} or others.bytes > ${HISTORY_BYTES_MAX} - conversation.byte_count
      )
    )
    insert into public.ai_turns (id, conversation_id, asked_at, question, answer, details, byte_count, words)
    select ${turn}::uuid, ${id}::uuid, ${answer.time}::timestamptz, ${question}, ${markdown}, ${details}::json, ${bytes}::int,
      to_tsvector('english', ${`${question}\n${markdown}`.slice(0, SEARCHABLE_LENGTH).toWellFormed()})
    from conversation`;
  return database.db.transaction(async (tx) => {
    // A member's concurrent saves wait for each other here. The statement below then sees the earlier saves, and
    // doesn't delete a conversation that was just continued. The profile is locked first, as in account deletion.
    const { rowCount: settingCount } = await tx.execute(sql`
      select from public.profiles p join public.ai_history_members m on m.member_id = p.id
      where p.id = ${memberId}::uuid for key share of p for update of m`);
    if (settingCount !== 1) return false;
    const { rowCount } = await tx.execute(saveStatement);
    return rowCount === 1;
  });
}

function buildDetails(answer: ToolAnswer, textBytes: number): string {
  const { tool, input, markdown, time, saved, sources: allSources, ...rest } = answer;
  const sources = allSources.map(
    (source): StoredSource =>
      source.path !== null && CONTENT_PATH.test(source.path)
        ? { number: source.number, path: source.path }
        : source,
  );
  const details: TurnDetails = { ...rest, sources };
  const text = JSON.stringify(details);
  if (textBytes + Buffer.byteLength(text) <= TURN_BYTES_MAX) return text;
  return JSON.stringify({ ...details, chart: null, findings: [] });
}

/** Removes characters that PostgreSQL can't store. */
const toStorable = (text: string) => text.replaceAll("\0", "").toWellFormed();
