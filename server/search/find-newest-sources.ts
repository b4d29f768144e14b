import { sql } from "drizzle-orm";
import type { SiteDocument } from "#core/ai/analysis.ts";
import { prepareNamed } from "#server/database/index.ts";
import { LOWEST_ID } from "./find-words.ts";
import { presentSource, type SourceRow } from "./present-source.ts";
import { type LargeKinds, nameStatement, type SourceDeps } from "./read-large-kinds.ts";

const KINDS = ["post", "article"] as const;
const POSTS_MAX = 20;
/** The number of newest matches to compare. Those whose title and excerpt contain the most search words are read. */
const COMPARED_ARTICLES_MAX = 60;
const ARTICLES_MAX = 24;
/** The number of characters of content to read per document. The start is the most informative part. */
const TEXT_LENGTH = 4_000;

type Statement = ReturnType<typeof prepareNamed<SourceRow>>;
/** The prepared statements by name. A name depends on which kinds are large. */
const statements = new Map<string, Statement>();

/**
 * Finds the newest posts and articles that everyone can see and that contain any of these words or phrases. Without
 * words, all posts and articles match.
 */
export async function findNewestSources(
  { database, readLargeKinds }: SourceDeps,
  words: readonly string[],
): Promise<SiteDocument[]> {
  const search = words.map((word) => `"${word.replaceAll('"', "")}"`).join(" OR ");
  const largeKinds = await readLargeKinds();
  const name = nameStatement("find-newest-sources", KINDS, largeKinds);
  const statement = statements.get(name) ?? prepareStatement(name, largeKinds);
  statements.set(name, statement);
  const { rows } = await statement(database.reader, { search, words });
  return rows.map(presentSource);
}

function prepareStatement(name: string, largeKinds: LargeKinds): Statement {
  const selectMatches = (kind: (typeof KINDS)[number], matchesMax: number) =>
    largeKinds.has(kind)
      ? sql`
      select f.id, f.at from public.search_ids(${kind}, q.words, q.words,
        '-infinity', ${LOWEST_ID}, 'infinity', ${LOWEST_ID}, ${matchesMax}, ${matchesMax}) f
      where not f.is_end`
      : sql`
      select d.id, d.at from public.${sql.raw(`search_${kind}s`)} d
      where q.words is null or d.words @@ q.words
      order by d.at desc, d.id desc limit ${matchesMax}`;
  const search = sql`${sql.placeholder("search")}::text`;
  return prepareNamed<SourceRow>(
    name,
    sql`
    with q as materialized (
      select case when ${search} <> '' then websearch_to_tsquery('public.search', ${search}) end as words
    )
    (select 'article' as kind, t.id, null::uuid as post_id, t.title, left(t.content, ${TEXT_LENGTH}) as content,
        t.published_at as at, t.source as author, 0 as score, t.tags, t.is_sample
      from q cross join lateral (${selectMatches("article", COMPARED_ARTICLES_MAX)}) f
      join public.news_articles t on t.id = f.id and t.hidden_at is null
      order by (
        select count(*) from unnest(${sql.placeholder("words")}::text[]) word
        where position(word in lower(t.title || ' ' || t.excerpt)) > 0
      ) desc, f.at desc, f.id desc
      limit ${ARTICLES_MAX})
    union all
    (select 'post', p.id, null, p.title, left(p.content, ${TEXT_LENGTH}), p.created_at, a.username, 0, p.tags, false
      from q cross join lateral (${selectMatches("post", POSTS_MAX)}) f
      join public.forum_posts p on p.id = f.id and p.deleted_at is null
      left join public.profiles a on a.id = p.author_id
      order by f.at desc, f.id desc)`,
  );
}
