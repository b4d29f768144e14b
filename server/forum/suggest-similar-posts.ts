import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { SIMILAR_TITLE_MIN, TITLE_MAX } from "#core/forum/limits.ts";
import { requireMember } from "#core/forum/rules.ts";
import type { SimilarPost } from "#core/forum/types.ts";
import { removeUnreadableCharacters, trimLine } from "#core/text.ts";
import { microsToIso, toMicros } from "./cursor.ts";
import type { ForumDeps } from "./deps.ts";
import { expandWords, extractWords } from "./expand-words.ts";

const SUGGESTIONS_MAX = 5;
/**
 * How many posts are compared with the title: those with all its words, those with some of them and, if the words are
 * common, matches among the hottest posts.
 */
const ALL_WORDS_MATCHES_MAX = 200;
const SOME_WORDS_MATCHES_MAX = 600;
const HOTTEST_POSTS_MAX = 4000;
const WORDS_MAX = 6;

/**
 * Up to five existing posts that are closest to the title of a new one; none for titles under eight characters. For
 * the editor, so members only. Runs two statements. Throws not_signed_in.
 */
export async function suggestSimilarPosts(
  deps: ForumDeps,
  viewer: Viewer,
  title: string,
): Promise<SimilarPost[]> {
  requireMember(viewer);
  const text = [...trimLine(removeUnreadableCharacters(title))].slice(0, TITLE_MAX).join("");
  if ([...text].length < SIMILAR_TITLE_MIN) return [];
  const words = extractWords(text)
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORDS_MAX);
  const groups = await expandWords(deps, words, { matchSubstrings: false });
  if (groups.length === 0) return [];

  const allWords = sql`to_tsquery('english', ${groups.join(" & ")})`;
  const someWords = sql`to_tsquery('english', ${buildPairQuery(groups)})`;
  const limitUnlessCommon = (query: SQL, limit: number) =>
    sql`case when public.words_are_common(${query}) then 0 else ${limit}::int end`;
  const { rows } = await deps.database.reader.execute<{
    id: string;
    title: string;
    comment_count: number;
    created_micros: string;
  }>(sql`
    with common as materialized (
      select ${limitUnlessCommon(allWords, ALL_WORDS_MATCHES_MAX)} as all_words, ${limitUnlessCommon(someWords, SOME_WORDS_MATCHES_MAX)} as some_words
    )
    select p.id, p.title, p.comment_count, ${toMicros(sql`p.created_at`)} as created_micros
    from (
      select p.id, p.title, p.comment_count, p.created_at,
        similarity(lower(p.title), lower(${text}))
          + ts_rank('{0, 0, 0.02, 1}'::float4[], p.search, to_tsquery('english', ${groups.join(" | ")}), 1) as closeness
      from (
        select id from common, public.posts_with_words(${allWords}, null, common.all_words) as id
        union
        select id from common, public.posts_with_words(${someWords}, null, common.some_words) as id
        union
        (select p.id from (
          select p.id, p.search from public.forum_posts p
          where p.deleted_at is null and (select all_words = 0 or some_words = 0 from common)
          order by p.is_pinned desc, p.hot_rank desc, p.id desc limit ${HOTTEST_POSTS_MAX}
        ) p where p.search @@ ${someWords} limit ${SOME_WORDS_MATCHES_MAX})
      ) found join public.forum_posts p on p.id = found.id
      where p.deleted_at is null
    ) p
    where p.closeness > 0.2
    order by p.closeness desc, p.id limit ${SUGGESTIONS_MAX}`);
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
    .flatMap((group, index) => groups.slice(index + 1).map((other) => `(${group} & ${other})`))
    .join(" | ");
}
