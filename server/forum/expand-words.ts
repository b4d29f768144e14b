import { sql } from "drizzle-orm";
import type { ForumDeps } from "./deps.ts";

const WORDS_MAX = 8;
const CONTAINING_MAX = 30;
const SIMILAR_MAX = 5;
/** Among words that fewer than three authors have used. */
const SIMILAR_OF_FEW_MAX = 3;
/** Trigram similarity from which a word counts as a possible misspelling: "recieve" and "receive" share a third. */
const SIMILARITY = 0.3;

/** Whether three authors have used the word (alias w). */
const BY_MANY = sql`(cardinality(w.used_by) = 3)`;

/** Up to eight distinct words of a text, in lower case. */
export function extractWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/**
 * For each word that isn't a stop word, a group of alternatives in to_tsquery's syntax: the word itself, with `parts`
 * also words that contain it, and for unused words the ones it may be a misspelling of. Words that three authors have
 * used come first, so that a single member can't get found by publishing misspellings. Reads only the community's
 * words, not its posts, so its cost doesn't grow with them.
 */
export async function expandWords(
  { database }: ForumDeps,
  words: readonly string[],
  { parts }: { parts: boolean },
): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await database.db.execute<{ word: string; containing: string[]; similar: string[] }>(sql`
    select given.word, part.containing, misspelt.similar
    from unnest(${sql.param(words)}::text[]) with ordinality as given (word, place)
    cross join lateral (
      select coalesce(array_agg(used.word), '{}') as containing, coalesce(bool_or(used.by_many), false) as is_known
      from (
        select w.word, ${BY_MANY} as by_many from public.post_words w
        where char_length(given.word) >= 3 and w.word like '%' || given.word || '%'
        order by ${BY_MANY} desc, char_length(w.word), w.word limit ${CONTAINING_MAX}
      ) used
    ) part
    cross join lateral (
      select coalesce(array_agg(used.word), '{}') as similar from (
        select w.word, ${BY_MANY} as by_many,
          row_number() over (partition by ${BY_MANY} order by similarity(w.word, given.word) desc, w.word) as place
        from public.post_words w
        where char_length(given.word) >= 4 and not part.is_known
          and w.word % given.word and w.word <> given.word and similarity(w.word, given.word) >= ${SIMILARITY}
      ) used
      where used.place <= case when used.by_many then ${SIMILAR_MAX}::int else ${SIMILAR_OF_FEW_MAX}::int end
        and (used.by_many or cardinality(part.containing) = 0)
    ) misspelt
    where numnode(plainto_tsquery('english', given.word)) > 0
    order by given.place`);
  return rows.map(({ word, containing, similar }) => {
    const prefixes = parts && word.length >= 3 ? [`${quote(word)}:*`] : [];
    const others = [...(parts ? containing : []), ...similar]
      .filter((other) => !other.startsWith(word))
      .map(quote);
    return `(${[quote(word), ...prefixes, ...others].join(" | ")})`;
  });
}

/** Removes to_tsquery's own syntax. */
function quote(word: string): string {
  return `'${word.replace(/['\\]/g, " ")}'`;
}
