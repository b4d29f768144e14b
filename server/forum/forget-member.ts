import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { recountVotes } from "#server/notifications/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { ForumDeps } from "./deps.ts";
import { bestRankOf, hotRankOf } from "./rank-sql.ts";

/**
 * What a member has written stays, without an author; what the member had deleted loses its words too; drafts, votes
 * and marks go, and every figure that counted them is made right, in one transaction. May be called again: a vote or a post that
 * was under way meanwhile is found by the next call, so whoever deletes the account locks its profile for update and
 * looks whether anything came in (docs/decisions/026-content-of-deleted-accounts.md). An unknown id changes nothing.
 */
export async function forgetMember({ database, clock }: ForumDeps, userId: string): Promise<void> {
  if (!isUuid(userId)) return;
  await database.db.transaction((tx) => forget(tx, userId, clock.now()));
}

async function forget(tx: Tx, userId: string, now: Date): Promise<void> {
  const member = sql`${userId}::uuid`;
  await tx.execute(sql`set local statement_timeout = '60s'`);
  // Two members who leave at once may have voted on each other: one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.forgetMember})`);

  // The order of lock-rows.ts, and among equals by id. What comes in after these two statements is left alone.
  const postIds = await lock(
    tx,
    sql`select id from public.forum_posts where id in (
        select post_id from public.votes where user_id = ${member}
        union select id from public.forum_posts where author_id = ${member}
        union select post_id from public.comments where author_id = ${member}
        union select c.post_id from public.comment_votes v join public.comments c on c.id = v.comment_id
          where v.user_id = ${member}
      ) order by id for no key update`,
  );
  const commentIds = await lock(
    tx,
    sql`select id from public.comments where post_id = any (${postIds}) and id in (
        select comment_id from public.comment_votes where user_id = ${member}
        union select id from public.comments where author_id = ${member}
      ) order by id for no key update`,
  );

  const karma = [
    // What others gave to the member's words, which are nobody's from now on.
    await tx.execute<Karma>(sql`
      select ${member} as author_id, coalesce(sum(given.vote_type), 0)::int as amount from (
        select v.vote_type from public.votes v join public.forum_posts p on p.id = v.post_id
          where p.author_id = ${member} and p.id = any (${postIds}) and v.user_id <> ${member}
        union all
        select v.vote_type from public.comment_votes v join public.comments c on c.id = v.comment_id
          where c.author_id = ${member} and c.id = any (${commentIds}) and v.user_id <> ${member}
      ) given`),
    await takeBackPostVotes(tx, member, postIds),
    await takeBackCommentVotes(tx, member, commentIds),
  ].flatMap(({ rows }) => rows);

  // Nobody sees what was deleted, and nobody needs its words any more.
  const blank = sql`case when deleted_at is null then content else 'Deleted' end`;
  await tx.execute(sql`
    update public.forum_posts set author_id = null, content = ${blank},
      title = case when deleted_at is null then title else 'Deleted' end,
      excerpt = case when deleted_at is null then excerpt else '' end,
      tags = case when deleted_at is null then tags else '{}' end
    where author_id = ${member} and id = any (${postIds})`);
  await tx.execute(sql`
    update public.comments set author_id = null, content = ${blank}
    where author_id = ${member} and id = any (${commentIds})`);
  await tx.execute(sql`delete from public.post_drafts where author_id = ${member}`);
  for (const table of [sql`thread_follows`, sql`saved_posts`, sql`post_visits`])
    await tx.execute(sql`delete from public.${table} where member_id = ${member}`);
  await loseKarma(tx, karma);
  await recountVotes(tx, { postIds, commentIds }, now);
}

type Karma = { author_id: string; amount: number };

/** The ids of a locking statement, as one parameter. */
async function lock(tx: Tx, statement: SQL): Promise<SQL> {
  const { rows } = await tx.execute<{ id: string }>(statement);
  return sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`;
}

/** Gives the karma that others had of these votes. */
function takeBackPostVotes(tx: Tx, member: SQL, postIds: SQL) {
  const up = sql`(p.upvotes - (gone.vote_type = 1)::int)`;
  const down = sql`(p.downvotes - (gone.vote_type = -1)::int)`;
  return tx.execute<Karma>(sql`
    with gone as (
      delete from public.votes where user_id = ${member} and post_id = any (${postIds}) returning post_id, vote_type
    ),
    counted as (
      update public.forum_posts p set upvotes = ${up}, downvotes = ${down},
        hot_rank = ${hotRankOf(up, down, sql`p.created_at`)}
      from gone where p.id = gone.post_id returning p.author_id, gone.vote_type
    )
    select author_id, sum(vote_type)::int as amount from counted where author_id <> ${member} group by 1`);
}

function takeBackCommentVotes(tx: Tx, member: SQL, commentIds: SQL) {
  const up = sql`(c.upvotes - (gone.vote_type = 1)::int)`;
  const down = sql`(c.downvotes - (gone.vote_type = -1)::int)`;
  return tx.execute<Karma>(sql`
    with gone as (
      delete from public.comment_votes where user_id = ${member} and comment_id = any (${commentIds})
      returning comment_id, vote_type
    ),
    counted as (
      update public.comments c set upvotes = ${up}, downvotes = ${down}, best_rank = ${bestRankOf(up, down)}
      from gone where c.id = gone.comment_id returning c.author_id, gone.vote_type
    )
    select author_id, sum(vote_type)::int as amount from counted where author_id <> ${member} group by 1`);
}

async function loseKarma(tx: Tx, lost: readonly Karma[]): Promise<void> {
  const authors = sql`unnest(${sql.param(lost.map((one) => one.author_id))}::uuid[],
    ${sql.param(lost.map((one) => one.amount))}::int[]) as lost (id, amount)`;
  await tx.execute(sql`
    select from public.profiles where id in (select id from ${authors}) order by id for no key update`);
  await tx.execute(sql`
    update public.profiles p set karma = p.karma - lost.amount
    from (select id, sum(amount)::int as amount from ${authors} group by id having sum(amount) <> 0) lost
    where p.id = lost.id`);
}
