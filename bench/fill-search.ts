import type pg from "pg";
import type { Database } from "#server/database/index.ts";
import { GENERATED_WORDS } from "#server/demo/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createSearch } from "#server/search/index.ts";

const COMMENTS_PER_POST = 3;
const ARTICLE_COUNT = 20_000;
const MEMBER_COUNT = 20_000;
const POSTS_PER_BATCH = 20_000;
const NIL_ID = "00000000-0000-0000-0000-000000000000";

/** Announcements that never arrive, because nothing is announced while a database is being filled. */
const SILENT_ANNOUNCEMENTS = { on: () => () => {}, onGap: () => () => {}, isCurrent: () => false };

const TABLE_BY_KIND = { post: "forum_posts", comment: "comments", article: "news_articles" } as const;

/**
 * Adds the rest of a community to the posts that `generate` creates: three comments per post, twenty thousand
 * articles and as many members. Counters aren't updated, because the database is only used for searches. Everything
 * is indexed at the end, as after an upgrade, because that is faster than indexing row by row.
 */
export async function fillSearch(
  database: Database,
  generate: () => Promise<unknown>,
  log: (line: string) => void,
): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("set synchronous_commit = off");
    await client.query("set statement_timeout = 0");
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query(buildTriggerSql("disable"));
    await generate();
    await client.query(MEMBERS_SQL, [MEMBER_COUNT, ...nameParts]);
    await client.query("vacuum analyze public.profiles");
    await client.query(ARTICLES_SQL, [ARTICLE_COUNT, ...sentenceParts]);
    await addComments(client, log);
    const { rows: indexes } = await client.query<{ indexdef: string; name: string }>(
      `select indexdef, schemaname || '.' || indexname as name from pg_indexes
       where tablename like 'search%' and indexdef like '%USING gin (words)%'`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(
      `insert into public.search_indexing (kind) select unnest($1::text[]) on conflict do nothing`,
      [Object.keys(TABLE_BY_KIND)],
    );
    log("indexing for search");
    await createSearch({
      database,
      clock: systemClock,
      limits: null,
      announcements: SILENT_ANNOUNCEMENTS,
    }).indexBacklog();
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query(buildTriggerSql("enable"));
    await client.query(
      "vacuum analyze public.comments, public.news_articles, public.post_words, public.search_documents",
    );
  } finally {
    client.release(true);
  }
}

function buildTriggerSql(action: "enable" | "disable"): string {
  return Object.values(TABLE_BY_KIND)
    .map((table) => `alter table public.${table} ${action} trigger update_search_document`)
    .join("; ");
}

async function addComments(client: pg.PoolClient, log: (line: string) => void): Promise<void> {
  let lastPostId = NIL_ID;
  for (let postCount = 0; ; postCount += POSTS_PER_BATCH) {
    const { rows } = await client.query<{ last: string | null }>(COMMENTS_SQL, [
      lastPostId,
      POSTS_PER_BATCH,
      COMMENTS_PER_POST,
      ...sentenceParts,
    ]);
    const lastPostIdInBatch = rows[0]?.last;
    if (!lastPostIdInBatch) return;
    lastPostId = lastPostIdInBatch;
    if (postCount > 0 && postCount % 200_000 === 0)
      log(`added comments to ${postCount.toLocaleString("en")} posts`);
  }
}

const nameParts = [GENERATED_WORDS.nameStarts, GENERATED_WORDS.nameMiddles, GENERATED_WORDS.nameEnds];
const sentenceParts = [
  GENERATED_WORDS.subjects,
  GENERATED_WORDS.verbs,
  GENERATED_WORDS.objects,
  GENERATED_WORDS.tails,
];

/** SQL for a random element of the list in the given parameter. */
const pick = (parameter: number, list: readonly string[]) =>
  `($${parameter}::text[])[1 + floor(random() * ${list.length})::int]`;

const buildSentence = (from: number) =>
  sentenceParts.map((list, index) => pick(from + index, list)).join(" || ' ' || ");

const MEMBERS_SQL = `
  with wanted as (
    select ${nameParts.map((list, index) => pick(2 + index, list)).join(" || ")} || '_' || n as username
    from generate_series(1, $1::int) as n
  ),
  accounts as (
    insert into auth.users (email, email_confirmed_at) select username || '@generated.example', now() from wanted
    returning id, split_part(email, '@', 1) as username
  )
  insert into public.profiles (id, username, username_skeleton, username_folded, bio)
  select id, username, username, username, 'Writes about ' || username from accounts`;

const ARTICLES_SQL = `
  insert into public.news_articles (title, content, excerpt, category, tags, published_at, source, identity, content_digest)
  select left(${pick(2, GENERATED_WORDS.subjects)} || ' ' || ${pick(3, GENERATED_WORDS.verbs)} || ' '
      || ${pick(4, GENERATED_WORDS.objects)}, 200),
    (select string_agg(${buildSentence(2)} || '.', ' ') from generate_series(1, 6 + n % 5)), 'An excerpt',
    (array['crypto', 'ai', 'quantum', 'defi', 'blockchain'])[1 + n % 5], array[(array['bitcoin', 'ai', 'defi'])[1 + n % 3]],
    now() - n * interval '50 minutes', 'Source ' || n % 40, n::text, ''
  from generate_series(1, $1::int) as n`;

const COMMENTS_SQL = `
  with posts as materialized (
    select id, created_at from public.forum_posts where id > $1::uuid order by id limit $2::int
  ),
  authors as materialized (
    select id, row_number() over (order by created_at, id) - 1 as place from public.profiles limit 5000
  ),
  drawn as materialized (
    select posts.id as post_id, posts.created_at + random() * interval '20 days' as at,
      floor(random() * (select count(*) from authors))::int as author_place,
      (select string_agg(${buildSentence(4)} || '.', ' ') from generate_series(1, 1 + (n + ascii(posts.id::text)) % 3)) as content
    from posts cross join generate_series(1, $3::int) as n
  ),
  inserted as (
    insert into public.comments (post_id, author_id, content, created_at)
    select d.post_id, a.id, d.content, least(d.at, now()) from drawn d join authors a on a.place = d.author_place
  )
  select max(id::text) as last from posts`;
