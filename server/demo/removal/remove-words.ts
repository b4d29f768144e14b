import { sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";

/** Selects the words of an SQL text expression that are stored for search (migrations 0005 and 0009). */
const selectStoredWords = (expression: string) => sql`
  unnest(tsvector_to_array(to_tsvector('simple', ${sql.raw(expression)}))) as word
  where char_length(word) between 3 and 40 and word ~ '^[[:alpha:]]' and word !~ '[/@]'`;

/** Deletes the sample articles and their words. The news module adds the articles again if it can't reach any feed. */
export async function removeNewsSamples(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.newsWrites})`);
  await tx.execute(sql`
    delete from public.news_words where word in (
      select word from public.news_articles t, ${selectStoredWords("t.title || ' ' || t.content")} and t.is_sample
      except
      select word from public.news_articles t, ${selectStoredWords("t.title || ' ' || t.content")} and not t.is_sample)`);
  await tx.execute(sql`delete from public.news_articles where is_sample`);
  await tx.execute(sql`delete from public.news_counts where amount = 0`);
}

/** Removes these authors' marks (public.author_mark) from stored words, and deletes words that no one else has used. */
export async function removeWords(tx: Tx, authorIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    create temporary table marks on commit drop as
    select public.author_mark(id) as mark from unnest(${sql.param([...authorIds])}::uuid[]) as id`);
  await tx.execute(sql`
    create temporary table marked on commit drop as
    select word, array(select unnest(used_by) except select mark from marks) as others from public.post_words
    where used_by && (select coalesce(array_agg(mark), '{}') from marks)`);
  await tx.execute(sql`create unique index on marked (word)`);
  await tx.execute(sql`
    create temporary table remaining on commit drop as
    select word, array(select unnest(array_agg(public.author_mark(author_id))) except select mark from marks except select null)
      as used_by from (
      select t.author_id, word from public.forum_posts t, ${selectStoredWords("t.title || ' ' || t.content")}
      union all
      select t.author_id, word from public.comments t, ${selectStoredWords("t.content")}
    ) used where word in (select word from marked) group by word`);
  await tx.execute(sql`
    update public.post_words w
    set used_by = (array(select unnest(m.others) union select unnest(r.used_by)))[1:3]
    from marked m join remaining r using (word) where w.word = m.word`);
  await tx.execute(sql`
    delete from public.post_words
    where word in (select word from marked) and word not in (select word from remaining)`);
}
