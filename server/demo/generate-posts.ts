import type pg from "pg";
import { formatCount } from "#core/format-count.ts";
import { POST_CATEGORIES } from "#core/forum/categories.ts";
import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import { GENERATED_WORDS } from "./generated-words.ts";

/** The number of accounts that vote on generated posts, and therefore the maximum number of votes per post. */
const VOTER_COUNT = 150;
const BATCH_SIZE = 10_000;
/** Generated posts are spread evenly over this many past days. */
const DAYS = 730;

/**
 * Generates posts for benchmarks. Their votes and counters are consistent: most posts have up to three votes, and a few
 * have a hundred. Each batch is a transaction.
 */
export async function generatePosts(
  { database, clock }: { database: Database; clock: Clock },
  { postCount, log }: { postCount: number; log: (line: string) => void },
) {
  const client = await database.pool.connect();
  try {
    // Losing generated data in a crash doesn't matter, and a batch takes longer than the usual timeout.
    await client.query("set synchronous_commit = off");
    await client.query("set statement_timeout = 0");
    await client.query("set gin_pending_list_limit = '64MB'");
    // Generates the same posts each time, so that figures and query plans can be compared.
    await client.query("select setseed(0.5)");
    await ensureVoters(client, clock.now());

    const createdCounts = { posts: 0, votes: 0 };
    while (createdCounts.posts < postCount) {
      const { rows } = await client.query<{ posts: number; votes: number }>(INSERT_BATCH, [
        Math.min(BATCH_SIZE, postCount - createdCounts.posts),
        clock.now(),
        DAYS,
        VOTER_COUNT,
        POST_CATEGORIES,
        ...WORD_LISTS.map((name) => GENERATED_WORDS[name]),
      ]);
      createdCounts.posts += rows[0]?.posts ?? 0;
      createdCounts.votes += rows[0]?.votes ?? 0;
      if (createdCounts.posts % 50_000 === 0 || createdCounts.posts === postCount)
        log(`${formatCount(createdCounts.posts, "post")}, ${formatCount(createdCounts.votes, "vote")}`);
    }
    log("Updating statistics");
    await client.query(
      "vacuum analyze public.forum_posts, public.post_tags, public.votes, public.comments, public.profiles, public.post_words",
    );
    return createdCounts;
  } finally {
    // Closes the connection instead of returning it to the pool, because of the settings above.
    client.release(true);
  }
}

const WORD_LISTS = [
  "subjects",
  "verbs",
  "objects",
  "tails",
  "openings",
  "nameStarts",
  "nameMiddles",
  "nameEnds",
  "tags",
] as const;

/** Builds an expression that picks a random element of a list, which is one of the statement's parameters. */
const pickRandom = (name: (typeof WORD_LISTS)[number]) => {
  const parameter = 6 + WORD_LISTS.indexOf(name);
  return `($${parameter}::text[])[1 + floor(random() * ${GENERATED_WORDS[name].length})::int]`;
};

/** A made-up project name; a few of the 4,000 are common and most are rare, as in real life. */
const NAME = `initcap(
  ($11::text[])[1 + floor(random() ^ 2 * ${GENERATED_WORDS.nameStarts.length})::int]
  || ($12::text[])[1 + floor(random() ^ 2 * ${GENERATED_WORDS.nameMiddles.length})::int]
  || ($13::text[])[1 + floor(random() ^ 2 * ${GENERATED_WORDS.nameEnds.length})::int])`;

const SENTENCE = `${pickRandom("subjects")} || ' ' || ${pickRandom("verbs")} || ' ' || ${pickRandom("objects")} || ' ' || ${pickRandom("tails")}`;

const INSERT_BATCH = `
  with batch as materialized (
    select gen_random_uuid() as id,
      ${NAME} || ': ' || ${pickRandom("subjects")} || ' ' || ${pickRandom("verbs")} || ' ' || ${pickRandom("objects")} as title,
      ${pickRandom("openings")} || E'\\n\\n' || (
        select string_agg(${SENTENCE} || '.', case when s % 3 = 0 then E'\\n\\n' else ' ' end)
        from generate_series(1, 3 + (n + floor(random() * 5)::int) % 5) as s
      ) || E'\\n\\nSeen on ' || ${NAME} || '.' as content,
      ($5::text[])[1 + floor(random() * 8)::int] as category,
      array(select distinct ${pickRandom("tags")} from generate_series(0, (n + floor(random() * 4)::int) % 4) as t where t > 0) as tags,
      -- The newest post is created now, so that a benchmark can use its time as the current time.
      $2::timestamptz - case n when 1 then 0 else random() end * $3::int * interval '1 day' as created_at,
      least(floor(1 / random() ^ 0.5 - 1), 120)::int as upvotes,
      least(floor(1 / random() ^ 0.35 - 1), 30)::int as downvotes,
      floor(random() * $4::int)::int as first_voter,
      1 + floor(random() * (select count(*) from public.profiles))::int as author
    from generate_series(1, $1::int) as n
  ),
  members as materialized (
    select id, row_number() over (order by created_at, id) as position from public.profiles
  ),
  voters as materialized (
    select p.id, row_number() over (order by p.username) - 1 as position
    from public.profiles p where p.username like 'reader\\_%' order by p.username limit $4::int
  ),
  posts as (
    insert into public.forum_posts (id, title, content, excerpt, category, tags, author_id, created_at, upvotes,
      downvotes, hot_rank, top_period)
    select b.id, b.title, b.content, left(regexp_replace(b.content, '\\s+', ' ', 'g'), 240), b.category, b.tags,
      m.id, b.created_at, b.upvotes, b.downvotes,
      sign(b.upvotes - b.downvotes) * log(greatest(abs(b.upvotes - b.downvotes), 1)::float8)
        + (extract(epoch from b.created_at)::float8 - 1704067200) / 45000,
      public.top_period_at(b.created_at, $2)
    from batch b join members m on m.position = b.author
    returning id, author_id, created_at, category
  ),
  cast_votes as (
    insert into public.votes (user_id, post_id, vote_type, created_at)
    select v.id, b.id, case when vote_index < b.upvotes then 1 else -1 end,
      b.created_at + random() * ($2::timestamptz - b.created_at)
    from batch b
    cross join lateral generate_series(0, b.upvotes + b.downvotes - 1) as vote_index
    join voters v on v.position = (b.first_voter + vote_index) % $4::int
    returning user_id, post_id, vote_type
  ),
  karma as (
    update public.profiles p set karma = p.karma + gained.amount
    from (
      select posts.author_id, sum(v.vote_type)::int as amount from cast_votes v join posts on posts.id = v.post_id
      where posts.author_id <> v.user_id group by 1
    ) gained where gained.author_id = p.id
  ),
  categories as (
    insert into public.category_counts as c (category, amount)
    select category, count(*)::int from posts group by 1 order by 1
    on conflict (category) do update set amount = c.amount + excluded.amount
  ),
  days as (
    insert into public.daily_counts as d (name, day, amount)
    select 'posts', (created_at at time zone 'UTC')::date, count(*)::int from posts group by 2 order by 2
    on conflict (name, day) do update set amount = d.amount + excluded.amount
  )
  select (select count(*)::int from posts) as posts, (select count(*)::int from cast_votes) as votes`;

/** Creates the accounts that vote, unless they exist. They have no password, so no one can sign in to them. */
async function ensureVoters(client: pg.PoolClient, now: Date): Promise<void> {
  await client.query(
    `with wanted as (
       select 'reader_' || lpad(n::text, 3, '0') as username from generate_series(1, $1::int) as n
     ),
     accounts as (
       insert into auth.users (email, email_confirmed_at, created_at)
       select username || '@generated.example', $2, $2 from wanted on conflict (email) do nothing
       returning id, split_part(email, '@', 1) as username
     ),
     new_profiles as (
       insert into public.profiles (id, username, username_skeleton, username_folded, avatar_url, join_date, created_at)
       select id, username, username, username, '/avatars/' || username || '.svg', $2, $2 from accounts returning id
     ),
     roles as (insert into public.user_roles (user_id) select id from new_profiles)
     insert into public.daily_counts as d (name, day, amount)
     select 'members', ($2::timestamptz at time zone 'UTC')::date, count(*)::int from new_profiles having count(*) > 0
     on conflict (name, day) do update set amount = d.amount + excluded.amount`,
    [VOTER_COUNT, now],
  );
}
