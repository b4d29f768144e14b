import { type SQL, sql } from "drizzle-orm";

/** Sorts before every document ID. */
export const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

const CONTAINING_MAX = 10;
/** Number of similar words to consider. */
const SIMILAR_READ_MAX = 20;
/** How many comments to check when looking for one on a visible post. */
const COMMENTS_READ_MAX = 20;
/**
 * The minimum trigram similarity of a possible misspelling: "recieve" and "receive" have a third of their trigrams in
 * common.
 */
const SIMILARITY_MIN = 0.3;

export type DocumentKind = "post" | "comment" | "article";
export type SearchedKind = DocumentKind | "member";

export type WordRow = {
  word: string;
  /** The word's stems; empty for a stop word. */
  stems: string[];
  /** The word's stems, even if it is a stop word. */
  all_stems: string[];
  containing: string[];
  similar: string[];
};

/**
 * Selects the vocabulary of the searched kinds. `by_many` is true for words in articles, and for words that three
 * authors have used.
 */
function selectVocabulary(kinds: readonly DocumentKind[]): SQL {
  const tables = [
    ...(kinds.includes("post") || kinds.includes("comment")
      ? [sql`select word, cardinality(used_by) = 3 as by_many from public.post_words`]
      : []),
    ...(kinds.includes("article") ? [sql`select word, true as by_many from public.news_words`] : []),
  ];
  return sql`(${sql.join(tables, sql` union all `)})`;
}

/**
 * Selects a WordRow for each word. In `containing` and `similar`, words that are `by_many` take precedence, so that one
 * member's misspellings can't displace them.
 */
export function selectWords(words: readonly string[], kinds: readonly DocumentKind[], withVariants: boolean) {
  const stems = sql`given.word, given.position, tsvector_to_array(to_tsvector('english', given.word)) as stems,
    tsvector_to_array(to_tsvector('public.search', given.word)) as all_stems`;
  const givenWords = sql`unnest(${sql.param(words)}::text[]) with ordinality as given (word, position)`;
  if (!withVariants || kinds.length === 0)
    return sql`select ${stems}, '{}'::text[] as containing, '{}'::text[] as similar from ${givenWords}`;
  const vocabulary = selectVocabulary(kinds);
  return sql`
    select ${stems}, part.containing, corrected.similar
    from ${givenWords}
    cross join lateral (
      select coalesce(array_agg(distinct used.word), '{}') as containing, coalesce(bool_or(used.by_many), false) as is_known
      from (
        select w.word, w.by_many from ${vocabulary} w
        where char_length(given.word) >= 3 and w.word like '%' || given.word || '%'
        order by w.by_many desc, char_length(w.word), w.word limit ${CONTAINING_MAX}
      ) used
    ) part
    cross join lateral (
      select coalesce(array_agg(best.word), '{}') as similar from (
        select w.word, bool_or(w.by_many) as by_many from ${vocabulary} w
        where char_length(given.word) >= 4 and not part.is_known and w.word % given.word and w.word <> given.word
          and similarity(w.word, given.word) >= ${SIMILARITY_MIN}
        group by w.word
        order by bool_or(w.by_many) desc, similarity(w.word, given.word) desc, w.word limit ${SIMILAR_READ_MAX}
      ) best
      where best.by_many or (cardinality(part.containing) = 0 and ${isVisible(sql`best.word`)})
    ) corrected`;
}

/**
 * Whether visible content has a word: post_words also has words from deleted content, which corrections must not
 * reveal.
 */
const isVisible = (word: SQL) => sql`(
  exists (select from ${selectDocuments("post", sql`plainto_tsquery('english', ${word})`, 1)})
  or exists (
    select from ${selectDocuments("comment", sql`plainto_tsquery('english', ${word})`, COMMENTS_READ_MAX)} found
    join public.comments c on c.id = found.id
    join public.forum_posts p on p.id = c.post_id and p.deleted_at is null))`;

/** Selects the newest `limit` documents that contain these terms. Efficient only for rare terms. */
export const selectDocuments = (kind: DocumentKind, terms: SQL, limit: number): SQL =>
  sql`public.search_indexed_terms(${kind}, ${terms}, '-infinity', ${LOWEST_ID}, 'infinity', ${LOWEST_ID}, ${limit})`;
