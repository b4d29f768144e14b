import { type SQL, sql } from "drizzle-orm";
import type { MatchTerms } from "#core/search/mark-matches.ts";
import type { ParsedSearch } from "#core/search/parse-search.ts";
import { rankCorrections } from "#core/search/rank-corrections.ts";
import type { WordCorrection } from "#core/search/types.ts";
import { foldUsername, selectMemberUsernames, toUsernameSkeleton } from "#server/profiles/index.ts";
import type { SearchDeps } from "./deps.ts";

const CONTAINING_MAX = 10;
const SIMILAR_MAX = 3;
/** Similar words to consider. */
const SIMILAR_READ_MAX = 20;
/** Comments to check for one on a visible post. */
const COMMENTS_READ_MAX = 20;
/** The minimum trigram similarity of a possible misspelling, as in the forum's search. */
const SIMILARITY_MIN = 0.3;

/** A search, translated for the database. */
export interface ResolvedSearch {
  /** Null matches everything within the dates. */
  readonly exact: SQL | null;
  /** Like `exact`, but also matches partial words and corrected misspellings if there are any. */
  readonly wider: SQL | null;
  /** The words without filters, for ranking; null when there are only filters. */
  readonly ranking: { readonly exact: SQL; readonly wider: SQL } | null;
  /** Whether nothing can match: all words are stop words ("the", "of"), or an author is unknown. */
  readonly matchesNothing: boolean;
  readonly terms: MatchTerms;
  readonly corrections: readonly WordCorrection[];
  readonly unknownAuthors: readonly string[];
}

type WordRow = { word: string; stems: string[]; containing: string[]; similar: string[] };
type AuthorRow = { position: number; id: string | null; writes: boolean };

/**
 * Matches the words of a search against the words this community uses, and resolves author: names. A single statement
 * that doesn't read posts, so its cost doesn't grow with them.
 */
export async function resolveSearch(
  { database }: Pick<SearchDeps, "database">,
  search: ParsedSearch,
): Promise<ResolvedSearch> {
  const words = extractWords(search.words.join(" "));
  const includedText = search.tsquery.replace(/-"[^"]*"|-\S+/g, " ");
  const authors = search.filters.filter(({ field }) => field === "author").map(({ value }) => value);
  const { rows } = await database.reader.execute<{
    words: WordRow[];
    phrases: string[];
    authors: AuthorRow[];
    meaning: boolean;
  }>(sql`
    select
      coalesce((select json_agg(found order by found.place) from (${wordMatchesSql(words)}) found), '[]') as words,
      tsvector_to_array(to_tsvector('english', ${includedText})) as phrases,
      numnode(websearch_to_tsquery('english', ${search.tsquery})) > 0 as meaning,
      coalesce((select json_agg(found) from (${authorsSql(authors)}) found), '[]') as authors`);
  const row = rows[0] ?? { words: [], phrases: [], authors: [], meaning: false };
  const matchedWords = row.words
    .filter(({ stems }) => stems.length > 0)
    .map((word) => ({ ...word, similar: rankCorrections(word.word, word.similar, SIMILAR_MAX) }));
  const findAuthor = (name: string) => row.authors.find(({ position }) => authors[position] === name);
  const unknownAuthors = authors.filter((name) => !findAuthor(name)?.id && !findAuthor(name)?.writes);

  const filters = filtersSql(search, (name) => findAuthor(name)?.id ?? null);
  const strictQuery = row.meaning ? sql`websearch_to_tsquery('english', ${search.tsquery})` : null;
  const wordsQuery =
    matchedWords.length === 0 ? null : sql`to_tsquery('english', ${buildWordGroups(matchedWords, false)})`;
  const isWider = buildWordGroups(matchedWords, true) !== buildWordGroups(matchedWords, false);
  const widerWordsQuery = isWider
    ? sql`to_tsquery('english', ${buildWordGroups(matchedWords, true)})`
    : wordsQuery;
  const exact = intersectQueries([wordsQuery, strictQuery, ...filters]);
  const ranking = intersectQueries([wordsQuery, strictQuery]);
  const hasWords = search.words.length > 0 || search.tsquery !== "";
  return {
    exact,
    wider: isWider ? intersectQueries([widerWordsQuery, strictQuery, ...filters]) : exact,
    ranking:
      ranking === null
        ? null
        : {
            exact: ranking,
            wider: (isWider ? intersectQueries([widerWordsQuery, strictQuery]) : null) ?? ranking,
          },
    matchesNothing: (hasWords && ranking === null) || hasOnlyUnknownAuthors(search, unknownAuthors),
    terms: {
      stems: [...matchedWords.flatMap(({ stems }) => stems), ...row.phrases],
      prefixes: matchedWords.map(({ word }) => word).filter((word) => word.length >= 3),
      words: matchedWords.flatMap(({ containing, similar }) => [...containing, ...similar]),
    },
    corrections: matchedWords
      .filter(({ similar }) => similar.length > 0)
      .map(({ word, similar }) => ({ word, corrections: similar })),
    unknownAuthors,
  };
}

/** The distinct words in lower case. */
export function extractWords(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, 12);
}

function hasOnlyUnknownAuthors({ filters }: ParsedSearch, unknownAuthors: readonly string[]): boolean {
  const included = filters.filter(({ field, isExcluded }) => field === "author" && !isExcluded);
  return included.length > 0 && included.every(({ value }) => unknownAuthors.includes(value));
}

/** For each word: its stems, the words that contain it and, if no one has used it, similar words. */
const wordMatchesSql = (words: readonly string[]) => sql`
  select given.word, given.place, tsvector_to_array(to_tsvector('english', given.word)) as stems,
    part.containing, corrected.similar
  from unnest(${sql.param(words)}::text[]) with ordinality as given (word, place)
  cross join lateral (
    select coalesce(array_agg(distinct used.word), '{}') as containing from (
      (select w.word from public.post_words w where char_length(given.word) >= 3 and w.word like '%' || given.word || '%'
        order by cardinality(w.used_by) = 3 desc, char_length(w.word), w.word limit ${CONTAINING_MAX})
      union all
      (select w.word from public.news_words w where char_length(given.word) >= 3 and w.word like '%' || given.word || '%'
        order by char_length(w.word), w.word limit ${CONTAINING_MAX})
    ) used
  ) part
  cross join lateral (
    select coalesce(array_agg(best.word), '{}') as similar from (
      select used.word, bool_or(used.by_many) as by_many from (
        select w.word, cardinality(w.used_by) = 3 as by_many from public.post_words w
        where char_length(given.word) >= 4 and cardinality(part.containing) = 0 and w.word % given.word
        union all
        select w.word, true from public.news_words w
        where char_length(given.word) >= 4 and cardinality(part.containing) = 0 and w.word % given.word
      ) used
      where similarity(used.word, given.word) >= ${SIMILARITY_MIN}
      group by used.word
      order by bool_or(used.by_many) desc, similarity(used.word, given.word) desc, used.word limit ${SIMILAR_READ_MAX}
    ) best
    where best.by_many or ${isVisibleSql(sql`best.word`)}
  ) corrected`;

/**
 * Whether a rare word occurs in visible content. post_words also has words from deleted and hidden content, which the
 * "searched for … as well" hint must not reveal.
 */
const isVisibleSql = (word: SQL) => sql`(
  exists (select from ${listDocumentsSql("post", sql`plainto_tsquery('english', ${word})`, 1)})
  or exists (
    select from ${listDocumentsSql("comment", sql`plainto_tsquery('english', ${word})`, COMMENTS_READ_MAX)} found
    join public.comments c on c.id = found.id
    join public.forum_posts p on p.id = c.post_id and p.deleted_at is null))`;

/** Up to `limit` documents with these words, from any time. */
const listDocumentsSql = (
  kind: string,
  query: SQL,
  limit: number,
) => sql`public.search_indexed(${kind}, ${query},
  '-infinity', 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', ${limit}, ${limit})`;

/** For each name, the member with it now or recently, and whether it is a news author. */
const authorsSql = (names: readonly string[]) => sql`
  select given.place - 1 as position, member.id, exists (
      select from ${listDocumentsSql("article", lexemeSql(sql`'@' || lower(given.name)`), 1)}
    ) as writes
  from unnest(${sql.param(names)}::text[], ${sql.param(names.map((name) => toUsernameSkeleton(name.normalize("NFKC"))))}::text[],
    ${sql.param(names.map((name) => foldUsername(name.normalize("NFKC")) ?? ""))}::text[])
    with ordinality as given (name, skeleton, folded, place)
  left join lateral (
    select coalesce(
      (select p.id from ${selectMemberUsernames(sql`now()`)} named
        join public.profiles p on p.id = named.member_id
        join auth.users u on u.id = p.id and u.deleted_at is null
        where named.username_skeleton = given.skeleton or named.username_folded = given.folded
        order by named.is_current desc, p.username = given.name desc,
          (named.username_folded is not distinct from given.folded) desc limit 1),
      -- A prefix that only one member's name has.
      (select (array_agg(begun.id))[1] from (
        select p.id from public.profiles p
        where lower(p.username) collate "C" >= lower(given.name) collate "C"
          and lower(p.username) collate "C" < lower(given.name) || U&'\\FFFD' collate "C" limit 2
      ) begun having count(*) = 1)
    ) as id
  ) member on true`;

/** Any text as a single lexeme. */
const lexemeSql = (text: SQL) => sql`public.search_lexeme(${text})`;

/** All tags must match, but only one of the authors and one of the categories. */
function filtersSql(
  { filters }: ParsedSearch,
  findMemberId: (name: string) => string | null,
): (SQL | null)[] {
  const toQuery = ({ field, value }: (typeof filters)[number]): SQL => {
    if (field === "tag") return lexemeSql(sql`'#' || ${value}::text`);
    if (field === "category") return lexemeSql(sql`'=' || ${value}::text`);
    const byName = lexemeSql(sql`'@' || ${value.toLowerCase()}::text`);
    const id = findMemberId(value);
    return id === null ? byName : sql`(${byName} || ${lexemeSql(sql`'@' || ${id}::text`)})`;
  };
  const uniteFilters = (field: "author" | "category") => {
    const queries = filters.filter((filter) => filter.field === field && !filter.isExcluded).map(toQuery);
    return queries.length === 0 ? null : sql`(${sql.join(queries, sql` || `)})`;
  };
  return [
    ...filters.filter(({ field, isExcluded }) => field === "tag" && !isExcluded).map(toQuery),
    uniteFilters("author"),
    uniteFilters("category"),
    ...filters.filter(({ isExcluded }) => isExcluded).map((filter) => sql`!!${toQuery(filter)}`),
  ];
}

function intersectQueries(queries: readonly (SQL | null)[]): SQL | null {
  const presentQueries = queries.filter((query) => query !== null);
  return presentQueries.length === 0 ? null : sql`(${sql.join(presentQueries, sql` && `)})`;
}

/**
 * Each word or any of its variants, in to_tsquery's syntax. Variants are listed because for a prefix like "wall:*"
 * PostgreSQL would collect the positions of every matching word first.
 */
function buildWordGroups(rows: readonly WordRow[], isWide: boolean): string {
  return rows
    .map(({ word, containing, similar }) => {
      const variants = isWide ? [...containing, ...similar] : [];
      return `(${[word, ...variants].map(quote).join(" | ")})`;
    })
    .join(" & ");
}

/** Quotes a word for to_tsquery. */
function quote(word: string): string {
  return `'${word.replace(/['\\]/g, " ")}'`;
}
