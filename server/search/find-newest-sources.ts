import { sql } from "drizzle-orm";
import type { SiteDocument } from "#core/ai/analysis.ts";
import { executeNamed } from "#server/database/index.ts";
import type { SearchDeps } from "./deps.ts";
import { NO_ID } from "./find-words.ts";
import { presentSource, type SourceRow } from "./present-source.ts";
import { selectIsBig } from "./select-is-big.ts";

const POSTS_MAX = 20;
/** The number of newest matches to compare. Only those with the most words in title and excerpt are read. */
const ARTICLES_RATED = 60;
const ARTICLES_MAX = 24;
/** The number of characters read of each text. Its start is the most informative part. */
const TEXT_LENGTH = 4_000;

/**
 * Finds the newest content that everyone can see and that contains any of these words or phrases. Without words, any
 * content matches.
 */
export async function findNewestSources(
  { database }: Pick<SearchDeps, "database">,
  words: readonly string[],
): Promise<SiteDocument[]> {
  const search = words.map((word) => `"${word.replaceAll('"', "")}"`).join(" OR ");
  const selectFound = (kind: "post" | "article", matchesMax: number) => {
    const documents = sql.raw(`public.search_${kind}s`);
    const isBig = sql.raw(`q.is_big_${kind}`);
    return sql`
      (select d.id, d.at from ${documents} d
        where not ${isBig} and (q.words is null or d.words @@ q.words)
        order by d.at desc, d.id desc limit ${matchesMax})
      union all
      select f.id, f.at from public.search_ids(${sql.raw(`'${kind}'`)}, q.words, q.words,
        '-infinity', ${NO_ID}, 'infinity', ${NO_ID}, ${matchesMax}, ${matchesMax}) f
      where ${isBig} and not f.is_end`;
  };
  const { rows } = await executeNamed<SourceRow>(
    database.reader,
    "find-newest-sources",
    sql`
    with q as materialized (
      select case when ${search} <> '' then websearch_to_tsquery('public.search', ${search}) end as words,
        ${selectIsBig("article")}, ${selectIsBig("post")}
    )
    (select 'article' as kind, t.id, null::uuid as post_id, t.title, left(t.content, ${TEXT_LENGTH}) as content,
        t.published_at as at, t.source as author, 0 as score, t.tags, t.is_sample
      from q cross join lateral (${selectFound("article", ARTICLES_RATED)}) f
      join public.news_articles t on t.id = f.id and t.hidden_at is null
      order by (
        select count(*) from unnest(${sql.param(words)}::text[]) word
        where position(word in lower(t.title || ' ' || t.excerpt)) > 0
      ) desc, f.at desc, f.id desc
      limit ${ARTICLES_MAX})
    union all
    (select 'post', p.id, null, p.title, left(p.content, ${TEXT_LENGTH}), p.created_at, a.username, 0, p.tags, false
      from q cross join lateral (${selectFound("post", POSTS_MAX)}) f
      join public.forum_posts p on p.id = f.id and p.deleted_at is null
      left join public.profiles a on a.id = p.author_id
      order by f.at desc, f.id desc)`,
  );
  return rows.map(presentSource);
}
