import { sql } from "drizzle-orm";
import type { ForumDeps } from "./deps.ts";

const WORDS_MAX = 8;
const CONTAINING_MAX = 30;
const SIMILAR_MAX = 5;
/** Of the words that fewer than three authors have used. */
const SIMILAR_OF_FEW_MAX = 3;
/** Share of trigrams from which a word may be a misspelling of another: "recieve" and "receive" have a third in common. */
const SIMILARITY = 0.3;

/** Whether three authors have used a word of post_words, under the alias w. */
const BY_MANY = sql`(cardinality(w.used_by) = 3)`;

/** The words in a text as somebody typed it, lower case, without doubles, at most eight. */
export function wordsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/**
 * For each word that means something (no "the", no "of"), a group of alternatives in to_tsquery's form: the word,
 * with `parts` words that begin with it or contain it, and, if the community does not use it, those it may be a misspelling
 * of. Words that three authors have used go first, and a word that fewer have used keeps nobody's misspelling from being
 * understood: who writes nonsense to be found has to be three people for each word of it. Looks among the community's
 * words, never among its posts, so the cost does not grow with them.
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
    const beginnings = parts && word.length >= 3 ? [`${quote(word)}:*`] : [];
    const others = [...(parts ? containing : []), ...similar]
      .filter((other) => !other.startsWith(word))
      .map(quote);
    return `(${[quote(word), ...beginnings, ...others].join(" | ")})`;
  });
}

/** Letters, digits and what the parser keeps inside words; nothing of to_tsquery's own signs gets through. */
function quote(word: string): string {
  return `'${word.replace(/['\\]/g, " ")}'`;
}
