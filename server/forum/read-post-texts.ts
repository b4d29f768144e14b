import { sql } from "drizzle-orm";
import { markdownToText } from "#server/markdown/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { ForumDeps } from "./deps.ts";

/** Characters read per character returned, because markup is removed. */
const SOURCE_RATIO = 1.5;
const POSTS_MAX = 50;

/**
 * The plain text of posts by id, cut to `length` characters, without deleted posts. Runs one statement, by primary key.
 */
export async function readPostTexts(
  { database }: Pick<ForumDeps, "database">,
  ids: readonly string[],
  length: number,
): Promise<ReadonlyMap<string, string>> {
  const validIds = ids.filter(isUuid).slice(0, POSTS_MAX);
  if (validIds.length === 0) return new Map();
  const { rows } = await database.reader.execute<{ id: string; content: string }>(sql`
    select p.id, left(p.content, ${Math.ceil(length * SOURCE_RATIO)}::int) as content from public.forum_posts p
    where p.id = any (${sql.param(validIds)}::uuid[]) and p.deleted_at is null`);
  return new Map(rows.map(({ id, content }) => [id, markdownToText(content, length)]));
}
