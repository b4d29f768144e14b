import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Viewer } from "#core/accounts/member.ts";
import { HISTORY_PAGE_SIZE, SEARCH_MAX, SEARCH_WORDS_MAX } from "#core/ai/history/limits.ts";
import type { HistoryPage, HistoryQuery } from "#core/ai/history/types.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { requireMember } from "#core/forum/rules.ts";
import { buildMatchExcerpt } from "#core/search/mark-matches.ts";
import { stripMarkdown } from "#core/search/strip-markdown.ts";
import { microsToIso, microsToTime, toMicros } from "#server/database/index.ts";
import { decodeCursor, encodeCursor } from "#server/platform/list-cursor.ts";
import type { HistoryDeps } from "./deps.ts";

const CURSOR_KEYS = z.tuple([z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.guid()]);
const EXCERPT_LENGTH = 140;
/** An excerpt is taken from the start of a turn's question and answer: at most this many characters of each. */
const EXCERPT_SOURCE_LENGTH = 20_000;

type Row = {
  id: string;
  tool: ToolId;
  title: string;
  micros: string;
  turn_count: number;
  text: string | null;
  stems: string[] | null;
};

/**
 * Lists the most recently answered conversations first. A search finds those whose title contains its text, and those
 * whose title or turns contain all its words, or words that begin with them. Throws not_signed_in, invalid_input.
 */
export async function listConversations(
  deps: HistoryDeps,
  viewer: Viewer,
  { search, cursor }: HistoryQuery,
): Promise<HistoryPage> {
  requireMember(viewer);
  const [micros, lastId] = cursor === null ? [] : decodeCursor(CURSOR_KEYS, cursor);
  const afterCondition = lastId
    ? sql`and (c.updated_at, c.id) < (${microsToTime(micros as number)}, ${lastId}::uuid)`
    : sql``;
  const text = search.slice(0, SEARCH_MAX).replaceAll("\0", "").toWellFormed().trim();
  const page = sql`
    select c.* from public.ai_conversations c
    where c.member_id = ${viewer.id}::uuid ${afterCondition} ${text === "" ? sql`` : buildMatchCondition(text)}
    order by c.updated_at desc, c.id desc limit ${HISTORY_PAGE_SIZE + 1}`;
  const { rows } = await deps.database.db.execute<Row>(
    text === ""
      ? sql`select c.id, c.tool, c.title, ${toMicros(sql`c.updated_at`)} as micros, c.turn_count, null as text, null::text[] as stems
          from (${page}) c order by c.updated_at desc, c.id desc`
      : sql`
        with ${buildWordsQuery(text)}
        select c.id, c.tool, c.title, ${toMicros(sql`c.updated_at`)} as micros, c.turn_count, t.text,
          (select array_agg(stem) from words, unnest(words.stems) stem) as stems
        from (${page}) c
        left join lateral (
          select left(question, ${EXCERPT_SOURCE_LENGTH}) || E'\n' || left(answer, ${EXCERPT_SOURCE_LENGTH}) as text from public.ai_turns
          where conversation_id = c.id order by (select count(*) from words where ai_turns.words @@ query) desc, asked_at
          limit 1
        ) t on true
        order by c.updated_at desc, c.id desc`,
  );
  const items = rows.slice(0, HISTORY_PAGE_SIZE);
  const lastItem = rows.length > HISTORY_PAGE_SIZE ? items.at(-1) : undefined;
  return {
    items: items.map(({ id, tool, title, micros, turn_count, text, stems }) => ({
      id,
      tool,
      title,
      updatedAt: microsToIso(micros),
      turnCount: turn_count,
      excerpt:
        text === null
          ? null
          : buildMatchExcerpt(
              stripMarkdown(text),
              { stems: [], prefixes: stems ?? [], words: [] },
              EXCERPT_LENGTH,
            ),
    })),
    nextCursor: lastItem ? encodeCursor([Number(lastItem.micros), lastItem.id]) : null,
  };
}

/** Builds a CTE with the search's words, each as a query for words that begin with it. Stop words are omitted. */
const buildWordsQuery = (text: string): SQL => sql`
  words as materialized (
    select ((plainto_tsquery('english', word))::text || ':*')::tsquery as query,
      tsvector_to_array(to_tsvector('english', word)) as stems
    from unnest(${sql.param(text.split(/\s+/).slice(0, SEARCH_WORDS_MAX))}::text[]) word
    where numnode(plainto_tsquery('english', word)) > 0
  )`;

/** Matches conversations with the text in the title, or with all words. Stops at the first word that is missing. */
const buildMatchCondition = (text: string): SQL => sql`
  and (c.title ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} or exists (select from words) and not exists (
    select from words where not to_tsvector('english', c.title) @@ query and not exists (
      select from public.ai_turns t where t.conversation_id = c.id and t.words @@ query)))`;
