import { type SQL, sql } from "drizzle-orm";
import type { MatchTerms } from "#core/search/mark-matches.ts";
import type { ParsedSearch } from "#core/search/parse-search.ts";
import { rankCorrections } from "#core/search/rank-corrections.ts";
import type { WordCorrection } from "#core/search/types.ts";
import type { SearchDeps } from "./deps.ts";
import { buildFilterQueries, selectAuthors } from "./filters.ts";
import { type DocumentKind, selectWords, type WordRow } from "./find-words.ts";

export const SIMILAR_MAX = 3;

/** A query for the documents, and one for the index, which finds at least the same documents. */
export interface TermQuery {
  readonly query: SQL;
  readonly indexed: SQL;
}

/** Additional words to search for: those that contain a word, and corrections of its spelling. */
export interface WordVariants {
  readonly containing: readonly string[];
  readonly similar: readonly string[];
}

export interface ResolvedSearch {
  /** The search as it was written; null matches everything within the dates. */
  readonly exact: TermQuery | null;
  /** A query that also matches parts of words and corrected misspellings; null if there are no variants. */
  readonly wider: TermQuery | null;
  /** The words without filters, for ranking; null when there are only filters. */
  readonly ranking: { readonly exact: SQL; readonly wider: SQL } | null;
  /** Whether nothing can match, because all authors in the search are unknown or there are no words to search for. */
  readonly matchesNothing: boolean;
  readonly since: Date | null;
  readonly until: Date | null;
  /** The words as text, to look for in titles. */
  readonly text: string;
  readonly terms: MatchTerms;
  readonly corrections: readonly WordCorrection[];
  readonly unknownAuthors: readonly string[];
  /** The variants of each word. Later pages use these, because the vocabulary may have changed since the first page. */
  readonly variants: readonly WordVariants[];
}

/** Resolves a search in one statement. Its cost doesn't grow with the number of posts. */
export async function resolveSearch(
  { database }: Pick<SearchDeps, "database">,
  search: ParsedSearch,
  kinds: readonly DocumentKind[],
  variants: readonly WordVariants[] | null = null,
): Promise<ResolvedSearch> {
  const words = extractWords(search.words.join(" "));
  const includedText = search.tsquery.replace(/-"[^"]*"|-\S+/g, " ");
  const authors = search.filters.filter(({ field }) => field === "author").map(({ value }) => value);
  const { rows } = await database.reader.execute<{
    words: WordRow[];
    strictStems: string[];
    authors: { position: number; id: string | null; isNewsAuthor: boolean }[];
    hasTerms: boolean;
    isIndexable: boolean;
  }>(sql`
    select
      coalesce((select json_agg(found order by found.position)
        from (${selectWords(words, kinds, variants === null)}) found), '[]') as words,
      tsvector_to_array(to_tsvector('public.search', ${includedText})) as "strictStems",
      numnode(websearch_to_tsquery('public.search', ${search.tsquery})) > 0 as "hasTerms",
      numnode(websearch_to_tsquery('english', ${search.tsquery})) > 0 as "isIndexable",
      coalesce((select json_agg(found) from (${selectAuthors(authors)}) found), '[]') as authors`);
  const row = rows[0] ?? { words: [], strictStems: [], authors: [], hasTerms: false, isIndexable: false };
  const findAuthor = (name: string) => row.authors.find(({ position }) => authors[position] === name);
  const unknownAuthors = authors.filter((name) => !findAuthor(name)?.id && !findAuthor(name)?.isNewsAuthor);
  const filters = buildFilterQueries(search, (name) => findAuthor(name)?.id ?? null);

  const allWords = row.words
    .map((word, index) => ({
      ...word,
      similar: rankCorrections(word.word, word.similar, SIMILAR_MAX),
      ...variants?.[index],
    }))
    .filter(({ all_stems }) => all_stems.length > 0);
  const meaningfulWords = allWords.filter(({ stems }) => stems.length > 0);
  // Stop words are left out unless there is nothing else.
  const hasOnlyStopWords = meaningfulWords.length === 0 && !row.isIndexable;
  const matchedWords = hasOnlyStopWords ? allWords : meaningfulWords;
  const buildWordsQuery = (isWide: boolean) =>
    matchedWords.length === 0
      ? null
      : sql`to_tsquery(${hasOnlyStopWords ? "public.search" : "english"}::regconfig, ${buildWordGroups(matchedWords, isWide)})`;
  const strictQuery = row.hasTerms ? sql`websearch_to_tsquery('public.search', ${search.tsquery})` : null;
  // Omits stop words, so that less of the index is read. With OR, this could miss matches of an alternative.
  const strictIndexedQuery =
    row.hasTerms && row.isIndexable && !/\sOR\s/.test(search.tsquery)
      ? sql`websearch_to_tsquery('english', ${search.tsquery})`
      : strictQuery;
  const buildQuery = (isWide: boolean): TermQuery | null => {
    const wordsQuery = buildWordsQuery(isWide);
    const query = intersectQueries([wordsQuery, strictQuery, ...filters]);
    const indexed = intersectQueries([
      wordsQuery,
      row.isIndexable || !wordsQuery ? strictIndexedQuery : null,
      ...filters,
    ]);
    return query && { query, indexed: indexed ?? query };
  };
  const hasVariants = buildWordGroups(matchedWords, true) !== buildWordGroups(matchedWords, false);
  const ranking = intersectQueries([buildWordsQuery(false), strictIndexedQuery]);
  const hasWords = search.words.length > 0 || search.tsquery !== "";
  return {
    exact: buildQuery(false),
    wider: hasVariants ? buildQuery(true) : null,
    ranking: ranking && {
      exact: ranking,
      wider: (hasVariants ? intersectQueries([buildWordsQuery(true), strictIndexedQuery]) : null) ?? ranking,
    },
    matchesNothing: (hasWords && ranking === null) || hasOnlyUnknownAuthors(search, unknownAuthors),
    since: search.since,
    until: search.until,
    text: extractWords([...search.words, search.tsquery].join(" ")).join(" "),
    terms: {
      stems: [...matchedWords.flatMap(({ all_stems }) => all_stems), ...row.strictStems],
      prefixes: matchedWords.map(({ word }) => word).filter((word) => word.length >= 3),
      words: matchedWords.flatMap(({ containing, similar }) => [...containing, ...similar]),
    },
    corrections: matchedWords
      .filter(({ containing, similar }) => containing.length === 0 && similar.length > 0)
      .map(({ word, similar }) => ({ word, replacements: similar })),
    unknownAuthors,
    variants: row.words.map(({ word }) => {
      const { containing = [], similar = [] } = allWords.find((other) => other.word === word) ?? {};
      return { containing: containing.filter((other) => other !== word), similar };
    }),
  };
}

/** Returns the first twelve distinct words of the text, in lower case. */
export function extractWords(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, 12);
}

function hasOnlyUnknownAuthors({ filters }: ParsedSearch, unknownAuthors: readonly string[]): boolean {
  const includedAuthors = filters.filter(({ field, isExcluded }) => field === "author" && !isExcluded);
  return includedAuthors.length > 0 && includedAuthors.every(({ value }) => unknownAuthors.includes(value));
}

function intersectQueries(queries: readonly (SQL | null)[]): SQL | null {
  const nonNullQueries = queries.filter((query) => query !== null);
  return nonNullQueries.length === 0 ? null : sql`(${sql.join(nonNullQueries, sql` && `)})`;
}

/** Builds a group per word for to_tsquery. Variants are listed, because prefixes like "wall:*" are slow. */
function buildWordGroups(
  rows: readonly WordRow[] | readonly ({ word: string } & WordVariants)[],
  isWide: boolean,
): string {
  return rows
    .map(({ word, containing, similar }) => {
      const variants = isWide ? [...containing, ...similar].filter((variant) => variant !== word) : [];
      return `(${[word, ...variants].map(quoteWord).join(" | ")})`;
    })
    .join(" & ");
}

/** Quotes a word for to_tsquery. */
export function quoteWord(word: string): string {
  return `'${word.replace(/['\\]/g, " ")}'`;
}
