import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { SIMILAR_TITLE_MIN, TITLE_MAX } from "#core/forum/limits.ts";
import { requireMember } from "#core/forum/rules.ts";
import type { SimilarPost } from "#core/forum/types.ts";
import { rankCorrections } from "#core/search/rank-corrections.ts";
import { removeUnreadableCharacters, trimLine } from "#core/text.ts";
import {
  extractWords,
  LOWEST_ID,
  quoteWord,
  SIMILAR_MAX,
  selectWords,
  type WordRow,
} from "#server/search/index.ts";
import { microsToIso, toMicros } from "./cursor.ts";
import type { ForumDeps } from "./deps.ts";

const SUGGESTIONS_MAX = 5;
/** How many of the newest posts that contain all of the title's words are compared with it. */
const ALL_WORDS_MATCHES_MAX = 200;
/** How many of the newest posts that contain some of the title's words are compared with it. */
const SOME_WORDS_MATCHES_MAX = 600;
const WORDS_MAX = 6;
/** The weights of the labels D, C, B and A for ts_rank. Words in titles have label A, words in the body B. */
const WEIGHTS = sql`'{0, 0, 0.02, 1}'::float4[]`;

/** Finds the posts whose titles are closest to a new post's; none for short titles. Throws not_signed_in. */
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
  const groups = await findWordGroups(deps, words);
  if (groups.length === 0) return [];

  const selectIds = (groupsQuery: string, limit: number): SQL => {
    const query = sql`to_tsquery('english', ${groupsQuery})`;
    return sql`select id from public.search_ids('post', ${query}, ${query}, '-infinity', ${LOWEST_ID}, 'infinity', ${LOWEST_ID},
      ${limit}, ${limit}) where not is_end`;
  };
  const { rows } = await deps.database.reader.execute<
    Omit<SimilarPost, "createdAt"> & { created_micros: string }
  >(sql`
    select p.id, p.title, p.comment_count as "commentCount", ${toMicros(sql`p.created_at`)} as created_micros
    from (
      select p.id, p.title, p.comment_count, p.created_at,
        similarity(lower(p.title), lower(${text}))
          + ts_rank(${WEIGHTS}, d.words, to_tsquery('english', ${groups.join(" | ")}), 1) as closeness
      from (
        ${selectIds(groups.join(" & "), ALL_WORDS_MATCHES_MAX)}
        union
        ${selectIds(buildPairQuery(groups), SOME_WORDS_MATCHES_MAX)}
      ) found join public.search_posts d on d.kind = 'post' and d.id = found.id
      join public.forum_posts p on p.id = found.id
      where p.deleted_at is null
    ) p
    where p.closeness > 0.2
    order by p.closeness desc, p.id limit ${SUGGESTIONS_MAX}`);
  return rows.map(({ created_micros, ...post }) => ({ ...post, createdAt: microsToIso(created_micros) }));
}

/**
 * Finds the words to search for, each grouped with the words that it may be a misspelling of, in to_tsquery's syntax.
 * Omits stop words.
 */
async function findWordGroups({ database }: ForumDeps, words: readonly string[]): Promise<string[]> {
  const { rows } = await database.reader.execute<WordRow & { position: string }>(
    selectWords(words, ["post"], true),
  );
  return rows
    .filter(({ stems }) => stems.length > 0)
    .map(
      ({ word, similar }) =>
        `(${[word, ...rankCorrections(word, similar, SIMILAR_MAX)].map(quoteWord).join(" | ")})`,
    );
}

/**
 * Builds a query for documents with any two of the words, because a single shared word says little about similarity. If
 * there are only one or two words, one is enough.
 */
function buildPairQuery(groups: readonly string[]): string {
  if (groups.length <= 2) return groups.join(" | ");
  return groups
    .flatMap((group, index) => groups.slice(index + 1).map((other) => `(${group} & ${other})`))
    .join(" | ");
}
