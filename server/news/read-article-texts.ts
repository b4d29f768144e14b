import { sql } from "drizzle-orm";
import { isUuid } from "#server/platform/uuid.ts";
import type { NewsDeps } from "./deps.ts";

const ARTICLES_MAX = 50;

/**
 * Returns the first `length` characters of the articles with these IDs, at most 50 articles. Omits hidden and unknown
 * articles.
 */
export async function readArticleTexts(
  { database }: NewsDeps,
  ids: readonly string[],
  length: number,
): Promise<ReadonlyMap<string, string>> {
  const validIds = ids.filter(isUuid).slice(0, ARTICLES_MAX);
  if (validIds.length === 0) return new Map();
  const { rows } = await database.db.execute<{ id: string; content: string }>(sql`
    select a.id, left(a.content, ${length}::int) as content from public.news_articles a
    where a.id = any (${sql.param(validIds)}::uuid[]) and a.hidden_at is null`);
  return new Map(rows.map(({ id, content }) => [id, content]));
}
