import { sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";

/** What a removal deletes and what it leaves. */
export interface RemovalCounts extends Record<string, unknown> {
  readonly members: number;
  readonly posts: number;
  readonly comments: number;
  readonly votes: number;
  readonly reports: number;
  readonly samples: number;
  /** Written by people who were signed in with a demo account. These posts and comments stay, without an author. */
  readonly writtenPosts: number;
  readonly writtenComments: number;
  /** The demo's own posts and comments that people have answered. They stay, without an author. */
  readonly answeredPosts: number;
  readonly answeredComments: number;
}

export interface RemovalOptions {
  /** The IDs of demo accounts that someone has taken over as their own. These accounts stay. */
  readonly claimedIds: readonly string[];
  /** Whether to also delete what people wrote with demo accounts. */
  readonly everything: boolean;
}

/**
 * Whether a row was created by the loader, whose IDs are derived (UUID version 8). Everything written later has random
 * IDs (version 4).
 */
const isDemoId = (id: string) => sql.raw(`substr(${id}::text, 15, 1) = '8'`);

/**
 * Creates temporary tables of IDs. The rows in demo_members, demo_posts and demo_comments (with all comments on these
 * posts) are to be deleted. Those in answered_posts and answered_comments stay, without an author.
 */
export async function planRemoval(tx: Tx, { claimedIds, everything }: RemovalOptions): Promise<void> {
  const claimedArray = sql`${sql.param([...claimedIds])}::uuid[]`;
  await tx.execute(sql`
    create temporary table demo_accounts on commit drop as
    select id from auth.users where raw_app_meta_data @> '{"demo": true}'`);
  await tx.execute(sql`
    create temporary table demo_members on commit drop as select id from demo_accounts where id <> all (${claimedArray})`);
  // Content that was already deleted isn't shown to anyone, so it is removed too.
  for (const [table, source] of [
    ["demo_posts", "forum_posts"],
    ["demo_comments", "comments"],
  ] as const)
    await tx.execute(sql`
      create temporary table ${sql.raw(table)} on commit drop as
      select t.id from public.${sql.raw(source)} t
      where (${isDemoId("t.id")} and (t.author_id is null or t.author_id in (select id from demo_accounts)))
        or (t.author_id in (select id from demo_members) and (t.deleted_at is not null or ${everything}))`);
  await tx.execute(sql`
    create temporary table answered_posts on commit drop as
    select distinct c.post_id as id from public.comments c
    where c.post_id in (select id from demo_posts) and c.deleted_at is null
      and c.id not in (select id from demo_comments)`);
  await tx.execute(sql`delete from demo_posts where id in (select id from answered_posts)`);
  await tx.execute(sql`
    create temporary table answered_comments on commit drop as
    with recursive staying as (
      select id, parent_id from public.comments
      where id not in (select id from demo_comments) and post_id not in (select id from demo_posts)
        and parent_id in (select id from demo_comments)
      union
      select parent.id, parent.parent_id from staying join public.comments parent on parent.id = staying.parent_id
    )
    select id from staying where id in (select id from demo_comments)`);
  await tx.execute(sql`delete from demo_comments where id in (select id from answered_comments)`);
  for (const table of ["demo_members", "demo_posts", "demo_comments"])
    await tx.execute(sql`create unique index on ${sql.raw(table)} (id)`);
  await tx.execute(sql`
    insert into demo_comments select id from public.comments where post_id in (select id from demo_posts)
    on conflict do nothing`);
}

/** The votes and reports that are removed: those by demo members, and those by others on what is removed. */
export const REMOVED_ROWS = {
  votes: sql.raw(
    "public.votes where user_id in (select id from demo_members) or post_id in (select id from demo_posts)",
  ),
  commentVotes: sql.raw(
    "public.comment_votes where user_id in (select id from demo_members) or comment_id in (select id from demo_comments)",
  ),
  reports: sql.raw(`public.reports where reporter_id in (select id from demo_members)
    or target_id in (table demo_posts union all table demo_comments union all table demo_members)`),
};

/** Counts what the plan removes and what it leaves. Call it after `planRemoval`, in the same transaction. */
export async function countRemoval(tx: Tx): Promise<RemovalCounts> {
  const { rows } = await tx.execute<RemovalCounts>(sql`
    select
      (select count(*)::int from demo_members) as members,
      (select count(*)::int from demo_posts) as posts,
      (select count(*)::int from demo_comments) as comments,
      (select count(*)::int from ${REMOVED_ROWS.votes}) + (select count(*)::int from ${REMOVED_ROWS.commentVotes}) as votes,
      (select count(*)::int from ${REMOVED_ROWS.reports}) as reports,
      (select count(*)::int from public.news_articles where is_sample and hidden_at is null) as samples,
      (select count(*)::int from public.forum_posts where author_id in (select id from demo_members)
        and id not in (select id from demo_posts union all select id from answered_posts)) as "writtenPosts",
      (select count(*)::int from public.comments where author_id in (select id from demo_members)
        and id not in (select id from demo_comments union all select id from answered_comments)) as "writtenComments",
      (select count(*)::int from answered_posts) as "answeredPosts",
      (select count(*)::int from answered_comments) as "answeredComments"`);
  const [counts] = rows;
  if (!counts) throw new Error("the query returned no row");
  return counts;
}
