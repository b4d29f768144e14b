import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { buildExcerpt } from "./build-excerpt.ts";
import type { ForumDeps } from "./deps.ts";
import { lockContent } from "./lock-rows.ts";
import { bestRankSql, hotRankSql } from "./rank-sql.ts";

/** A stored figure that doesn't match the rows. */
export type Difference = {
  /** The table, and usually the column. */
  figure: string;
  /** The row's key. */
  id: string;
  stored: number;
  counted: number;
  /** The number of differences in this figure, of which at most 1,000 are returned. */
  total: number;
};

const TOTAL = sql`(count(*) over ())::int as total`;

/** Ranks computed in JavaScript and in SQL may differ in their last digits. */
const RANK_TOLERANCE = 1e-9;

const HOT_RANK = hotRankSql(sql`p.upvotes`, sql`p.downvotes`, sql`p.created_at`);
const BEST_RANK = bestRankSql(sql`c.upvotes`, sql`c.downvotes`);

const buildVoteFigure = (table: string, column: "upvotes" | "downvotes", votes: SQL) => ({
  table,
  column,
  countedSql: sql`select t.id, (count(*) filter (where v.vote_type = ${column === "upvotes" ? 1 : -1}))::int as counted
    from public.${sql.identifier(table)} t left join ${votes} group by t.id`,
});

/** The stored figures to check. `countedSql` computes (id, counted) from the rows. */
const FIGURES: readonly {
  readonly table: string;
  readonly column: string;
  readonly countedSql: SQL;
  readonly tolerance?: number;
}[] = [
  buildVoteFigure("forum_posts", "upvotes", sql`public.votes v on v.post_id = t.id`),
  buildVoteFigure("forum_posts", "downvotes", sql`public.votes v on v.post_id = t.id`),
  {
    table: "forum_posts",
    column: "comment_count",
    countedSql: sql`select p.id, count(c.id)::int as counted from public.forum_posts p
      left join public.comments c on c.post_id = p.id and c.deleted_at is null group by p.id`,
  },
  {
    table: "forum_posts",
    column: "hot_rank",
    countedSql: sql`select p.id, ${HOT_RANK} as counted from public.forum_posts p`,
    tolerance: RANK_TOLERANCE,
  },
  buildVoteFigure("comments", "upvotes", sql`public.comment_votes v on v.comment_id = t.id`),
  buildVoteFigure("comments", "downvotes", sql`public.comment_votes v on v.comment_id = t.id`),
  {
    table: "comments",
    column: "reply_count",
    // A comment is shown if it isn't deleted or has a visible reply.
    countedSql: sql`
      with recursive shown as (
        select id, parent_id from public.comments where deleted_at is null
        union
        select parent.id, parent.parent_id from shown join public.comments parent on parent.id = shown.parent_id
      )
      select c.id, count(shown.id)::int as counted
      from public.comments c left join shown on shown.parent_id = c.id group by c.id`,
  },
  {
    table: "comments",
    column: "best_rank",
    countedSql: sql`select c.id, ${BEST_RANK} as counted from public.comments c`,
    tolerance: RANK_TOLERANCE,
  },
  {
    table: "profiles",
    column: "karma",
    countedSql: sql`select m.id, coalesce(sum(others.vote_type), 0)::int as counted
      from public.profiles m left join (
        select p.author_id, v.vote_type from public.votes v join public.forum_posts p on p.id = v.post_id
          where p.author_id <> v.user_id
        union all
        select c.author_id, v.vote_type from public.comment_votes v join public.comments c on c.id = v.comment_id
          where c.author_id <> v.user_id
      ) others on others.author_id = m.id group by m.id`,
  },
];

/**
 * Compares the stored figures with the rows, and repairs them if requested. Reads all rows and, if repairing, blocks
 * changes of posts, comments, votes and profiles, so it is only for tests and quiet hours.
 */
export async function recountForum(deps: ForumDeps, { repair }: { repair: boolean }): Promise<Difference[]> {
  const differences = await recount(deps, repair);
  if (repair) await updateExcerpts(deps);
  return differences;
}

function recount({ database, clock }: ForumDeps, repair: boolean): Promise<Difference[]> {
  return database.db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      return recountInTransaction(tx, clock.now(), repair);
    },
    { isolationLevel: repair ? "read committed" : "repeatable read" },
  );
}

/** Corrects all stored counts in a transaction that has changed many rows. Blocks other writes. */
export async function repairCounts(tx: Tx, now: Date): Promise<void> {
  await recountInTransaction(tx, now, true);
}

async function recountInTransaction(tx: Tx, now: Date, repair: boolean): Promise<Difference[]> {
  if (repair) await lockContent(tx);
  const differences: Difference[] = [];
  for (const { table, column, countedSql, tolerance = 0 } of FIGURES) {
    const storedColumn = sql.identifier(column);
    const { rows } = await tx.execute<Difference>(sql`
      select ${`${table}.${column}`} as figure, t.id, t.${storedColumn} as stored, r.counted, ${TOTAL}
      from public.${sql.identifier(table)} t join (${countedSql}) r on r.id = t.id
      where abs(t.${storedColumn} - r.counted) > ${tolerance}::float8 limit 1000`);
    differences.push(...rows);
    if (repair && rows.length > 0) {
      await tx.execute(sql`
        update public.${sql.identifier(table)} t set ${storedColumn} = r.counted from (${countedSql}) r
        where r.id = t.id and abs(t.${storedColumn} - r.counted) > ${tolerance}::float8`);
    }
  }
  differences.push(...(await recountTopPeriods(tx, now, repair)));
  differences.push(...(await recountTags(tx, repair)));
  differences.push(...(await recountDays(tx, repair)));
  differences.push(...(await recountCategories(tx, repair)));
  return differences;
}

/** Compares the posts' stored periods with the actual ones. A stored period may be shorter, but never longer. */
async function recountTopPeriods(tx: Tx, now: Date, repair: boolean): Promise<Difference[]> {
  const actualPeriod = sql`public.top_period_at(created_at, ${now.toISOString()}::timestamptz)`;
  const order = sql`'{1,7,30,0}'::int[]`;
  const isTooLong = sql`array_position(${order}, top_period::int) > array_position(${order}, ${actualPeriod}::int)`;
  const { rows } = await tx.execute<Difference>(sql`
    select 'forum_posts.top_period' as figure, id, top_period as stored, ${actualPeriod} as counted, ${TOTAL}
    from public.forum_posts where ${isTooLong} limit 1000`);
  if (repair && rows.length > 0)
    await tx.execute(sql`update public.forum_posts set top_period = ${actualPeriod} where ${isTooLong}`);
  return rows;
}

/** Finds the differences between post_tags and the posts' tags: `stored` counts wrong rows, `counted` missing ones. */
async function recountTags(tx: Tx, repair: boolean): Promise<Difference[]> {
  const expectedRows = sql`select t.* from public.forum_posts p cross join lateral public.build_post_tags(p) t`;
  const { rows } = await tx.execute<Difference>(sql`
    select 'post_tags' as figure, post_id || ' ' || tag as id, sum(stored)::int as stored, sum(counted)::int as counted, ${TOTAL}
    from (
      select post_id, tag, 1 as stored, 0 as counted from (table public.post_tags except (${expectedRows})) too_many
      union all
      select post_id, tag, 0, 1 from ((${expectedRows}) except table public.post_tags) missing
    ) differing
    group by post_id, tag limit 1000`);
  if (repair && rows.length > 0) {
    await tx.execute(sql`delete from public.post_tags t using (table public.post_tags except (${expectedRows})) wrong
      where t.post_id = wrong.post_id and t.tag = wrong.tag`);
    await tx.execute(sql`insert into public.post_tags (${expectedRows}) on conflict do nothing`);
  }
  return rows;
}

async function recountCategories(tx: Tx, repair: boolean): Promise<Difference[]> {
  const differences = sql`
    select category, coalesce(c.amount, 0) as stored, coalesce(p.counted, 0) as counted
    from public.category_counts c
    full join (
      select category, count(*)::int as counted from public.forum_posts where deleted_at is null group by 1
    ) p using (category)
    where coalesce(c.amount, 0) <> coalesce(p.counted, 0)`;
  const { rows } = await tx.execute<Difference>(
    sql`select 'category_counts.amount' as figure, category as id, stored, counted, ${TOTAL} from (${differences}) r`,
  );
  if (repair) {
    await tx.execute(sql`
      insert into public.category_counts (category, amount) select category, counted from (${differences}) r
      on conflict (category) do update set amount = excluded.amount`);
  }
  return rows;
}

async function recountDays(tx: Tx, repair: boolean): Promise<Difference[]> {
  const differences = sql`
    select coalesce(d.day, p.day) as day, coalesce(d.amount, 0) as stored, coalesce(p.counted, 0) as counted
    from (select * from public.daily_counts where name = 'posts') d
    full join (
      select (created_at at time zone 'UTC')::date as day, count(*)::int as counted
      from public.forum_posts where deleted_at is null group by 1
    ) p on p.day = d.day
    where coalesce(d.amount, 0) <> coalesce(p.counted, 0)`;
  const { rows } = await tx.execute<Difference>(
    sql`select 'daily_counts.posts' as figure, day::text as id, stored, counted, ${TOTAL} from (${differences}) r`,
  );
  if (repair) {
    await tx.execute(sql`
      insert into public.daily_counts (name, day, amount) select 'posts', day, counted from (${differences}) r
      on conflict (name, day) do update set amount = excluded.amount`);
  }
  return rows;
}

const BATCH_SIZE = 500;

/** Applies the current rules to all excerpts. */
async function updateExcerpts({ database: { db } }: ForumDeps): Promise<void> {
  for (let lastId: string | null = null; ; ) {
    const { rows }: { rows: { id: string; content: string; excerpt: string }[] } = await db.execute(sql`
      select id, content, excerpt from public.forum_posts
      where ${lastId}::uuid is null or id > ${lastId}::uuid order by id limit ${BATCH_SIZE}`);
    const changedPosts = rows
      .map(({ id, content, excerpt }) => ({ id, content, excerpt, updated: buildExcerpt(content) }))
      .filter(({ excerpt, updated }) => updated !== excerpt);
    if (changedPosts.length > 0) {
      const buildColumn = (name: "id" | "content" | "updated") =>
        sql.param(changedPosts.map((post) => post[name]));
      // Updates an excerpt only if the content hasn't changed in the meantime. Deleted posts need no excerpt.
      await db.execute(sql`
        update public.forum_posts p set excerpt = r.updated
        from unnest(${buildColumn("id")}::uuid[], ${buildColumn("content")}::text[], ${buildColumn("updated")}::text[]) as r (id, content, updated)
        where p.id = r.id and p.content = r.content and p.deleted_at is null`);
    }
    lastId = rows.at(-1)?.id ?? null;
    if (lastId === null) return;
  }
}
