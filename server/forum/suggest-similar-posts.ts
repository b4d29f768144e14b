import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { SIMILAR_TITLE_MIN, TITLE_MAX } from "#core/forum/limits.ts";
import { requireMember } from "#core/forum/rules.ts";
import { dropUnreadableCharacters, trimLine } from "#core/forum/text.ts";
import type { SimilarPost } from "#core/forum/types.ts";
import { microsToIso, toMicros } from "./cursor.ts";
import type { ForumDeps } from "./deps.ts";
import { expandWords, extractWords } from "./expand-words.ts";

const SUGGESTIONS = 5;
/**
 * How many posts are compared with the title: with all its words, with some of them, and for common words the hottest
 * matches among HEAD posts.
 */
const COMPARED_OF_ALL = 200;
const COMPARED_OF_SOME = 600;
const HEAD = 4000;
const WORDS_COMPARED = 6;

/**
 * Up to five existing posts that are closest to the title of a new one; none for titles under eight characters. For
 * the editor, so members only. Two statements. Throws not_signed_in.
 */
export async function suggestSimilarPosts(
  deps: ForumDeps,
  viewer: Viewer,
  title: string,
): Promise<SimilarPost[]> {
  requireMember(viewer);
  const text = [...trimLine(dropUnreadableCharacters(title))].slice(0, TITLE_MAX).join("");
  if ([...text].length < SIMILAR_TITLE_MIN) return [];
  const words = extractWords(text)
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORDS_COMPARED);
  const groups = await expandWords(deps, words, { parts: false });
  if (groups.length === 0) return [];

  const all = sql`to_tsquery('english', ${groups.join(" & ")})`;
  const some = sql`to_tsquery('english', ${buildPairQuery(groups)})`;
  const most = (words: SQL, limit: number) =>
    sql`case when public.words_are_common(${words}) then 0 else ${limit}::int end`;
  const { rows } = await deps.database.db.execute<{
    id: string;
    title: string;
    comment_count: number;
    created_micros: string;
  }>(sql`
    with common as materialized (
      select ${most(all, COMPARED_OF_ALL)} as all_words, ${most(some, COMPARED_OF_SOME)} as some_words
    )
    select p.id, p.title, p.comment_count, ${toMicros(sql`p.created_at`)} as created_micros
    from (
      select p.id, p.title, p.comment_count, p.created_at,
        similarity(lower(p.title), lower(${text}))
          + ts_rank('{0, 0, 0.02, 1}'::float4[], p.search, to_tsquery('english', ${groups.join(" | ")}), 1) as nearness
      from (
        select id from common, public.posts_with_words(${all}, null, common.all_words) as id
        union
        select id from common, public.posts_with_words(${some}, null, common.some_words) as id
        union
        (select p.id from (
          select p.id, p.search from public.forum_posts p
          where p.deleted_at is null and (select all_words = 0 or some_words = 0 from common)
          order by p.is_pinned desc, p.hot_rank desc, p.id desc limit ${HEAD}
        ) p where p.search @@ ${some} limit ${COMPARED_OF_SOME})
      ) found join public.forum_posts p on p.id = found.id
      where p.deleted_at is null
    ) p
    where p.nearness > 0.2
    order by p.nearness desc, p.id limit ${SUGGESTIONS}`);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    commentCount: row.comment_count,
    createdAt: microsToIso(row.created_micros),
  }));
}

/** Two shared words say more than one, so for three or more words every pair is searched. */
function buildPairQuery(groups: readonly string[]): string {
  if (groups.length <= 2) return groups.join(" | ");
  return groups
    .flatMap((group, at) => groups.slice(at + 1).map((other) => `(${group} & ${other})`))
    .join(" | ");
}
