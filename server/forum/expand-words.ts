import { sql } from "drizzle-orm";
import type { ForumDeps } from "./deps.ts";

const WORDS_MAX = 8;
const CONTAINING_MAX = 30;
const SIMILAR_MAX = 5;
/** The maximum number of similar words that fewer than three authors have used. */
const RARE_SIMILAR_MAX = 3;
/** The minimum trigram similarity of a possible misspelling: "recieve" and "receive" share a third. */
const SIMILARITY_MIN = 0.3;

/** Whether three authors have used the word (alias w). */
const IS_COMMON = sql`(cardinality(w.used_by) = 3)`;

/** Up to eight distinct words, in lower case. */
export function extractWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/**
 * For each word that isn't a stop word, a group of alternatives in to_tsquery's syntax:
 * - the word itself;
 * - with `matchSubstrings`, words that contain it;
 * - if no one has used the word, similar words, because it may be misspelled.
 *
 * Words that three authors have used come first, so that a single member can't make their posts match by publishing
 * misspellings. Reads only the community's words, not its posts, so its cost doesn't grow with them.
 */
export async function expandWords(
  { database }: ForumDeps,
  words: readonly string[],
  { matchSubstrings }: { matchSubstrings: boolean },
): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await database.reader.execute<{
    word: string;
    containing: string[];
    similar: string[];
  }>(sql`
    select given.word, part.containing, corrected.similar
    from unnest(${sql.param(words)}::text[]) with ordinality as given (word, place)
    cross join lateral (
      select coalesce(array_agg(used.word), '{}') as containing, coalesce(bool_or(used.by_many), false) as is_known
      from (
        select w.word, ${IS_COMMON} as by_many from public.post_words w
        where char_length(given.word) >= 3 and w.word like '%' || given.word || '%'
        order by ${IS_COMMON} desc, char_length(w.word), w.word limit ${CONTAINING_MAX}
      ) used
    ) part
    cross join lateral (
      select coalesce(array_agg(used.word), '{}') as similar from (
        select w.word, ${IS_COMMON} as by_many,
          row_number() over (partition by ${IS_COMMON} order by similarity(w.word, given.word) desc, w.word) as place
        from public.post_words w
        where char_length(given.word) >= 4 and not part.is_known
          and w.word % given.word and w.word <> given.word and similarity(w.word, given.word) >= ${SIMILARITY_MIN}
      ) used
      where used.place <= case when used.by_many then ${SIMILAR_MAX}::int else ${RARE_SIMILAR_MAX}::int end
        and (used.by_many or cardinality(part.containing) = 0)
    ) corrected
    where numnode(plainto_tsquery('english', given.word)) > 0
    order by given.place`);
  return rows.map(({ word, containing, similar }) => {
    const prefixes = matchSubstrings && word.length >= 3 ? [`${quote(word)}:*`] : [];
    const alternatives = [...(matchSubstrings ? containing : []), ...similar]
      .filter((other) => !other.startsWith(word))
      .map(quote);
    return `(${[quote(word), ...prefixes, ...alternatives].join(" | ")})`;
  });
}

/** Quotes a word for to_tsquery. */
function quote(word: string): string {
  return `'${word.replace(/['\\]/g, " ")}'`;
}
