import { type SQL, sql } from "drizzle-orm";
import { cleanNewsSearch } from "#core/news/list-query.ts";
import type { NewsDeps } from "./deps.ts";

const WORDS_MAX = 8;
const CONTAINING_MAX = 30;
const SIMILAR_MAX = 5;
const SIMILARITY_MIN = 0.3;

/** Operators of websearch_to_tsquery; with them the words are matched exactly. */
const EXACT = /"|(?:^|\s)-\S|\sOR\s/;

/**
 * Builds a text search: each word also matches words that start with it or contain it or, if no article has it,
 * similar ones; as in the forum's search (docs/decisions/011). Runs one statement on the terms table.
 */
export async function buildSearchQuery({ database }: NewsDeps, input: string): Promise<SQL> {
  const text = cleanNewsSearch(input);
  const exact = sql`websearch_to_tsquery('english', ${text})`;
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, WORDS_MAX);
  if (EXACT.test(text) || words.length === 0) return exact;
  const { rows } = await database.reader.execute<{
    word: string;
    containing: string[];
    similar: string[];
  }>(sql`
    select given.word, part.containing, corrected.similar
    from unnest(${sql.param(words)}::text[]) with ordinality as given (word, place)
    cross join lateral (
      select coalesce(array_agg(used.word), '{}') as containing from (
        select w.word from public.news_words w
        where char_length(given.word) >= 3 and w.word like '%' || given.word || '%'
        order by char_length(w.word), w.word limit ${CONTAINING_MAX}
      ) used
    ) part
    cross join lateral (
      select coalesce(array_agg(used.word), '{}') as similar from (
        select w.word from public.news_words w
        where char_length(given.word) >= 4 and cardinality(part.containing) = 0
          and w.word % given.word and similarity(w.word, given.word) >= ${SIMILARITY_MIN}
        order by similarity(w.word, given.word) desc, w.word limit ${SIMILAR_MAX}
      ) used
    ) corrected
    where numnode(plainto_tsquery('english', given.word)) > 0
    order by given.place`);
  if (rows.length === 0) return exact;
  const groups = rows.map(({ word, containing, similar }) => {
    const prefixes = word.length >= 3 ? [`${quote(word)}:*`] : [];
    const alternatives = [...containing, ...similar].filter((other) => !other.startsWith(word)).map(quote);
    return `(${[quote(word), ...prefixes, ...alternatives].join(" | ")})`;
  });
  return sql`to_tsquery('english', ${groups.join(" & ")})`;
}

/** Quotes a word for to_tsquery. */
function quote(word: string): string {
  return `'${word.replace(/['\\]/g, " ")}'`;
}
