import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { recountVotes } from "#server/notifications/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { buildKarmaUpdate } from "#server/profiles/index.ts";
import type { ForumDeps } from "./deps.ts";
import { bestRankSql, hotRankSql } from "./rank-sql.ts";

/**
 * Removes a member's name from their posts and comments, erases the text of those that were deleted, and deletes the
 * member's votes, drafts, follows, saved posts and visits. Idempotent. May miss concurrent votes and posts, which the
 * caller must check for (docs/decisions/026).
 */
export async function anonymizeMember({ database, clock }: ForumDeps, userId: string): Promise<void> {
  if (!isUuid(userId)) return;
  await database.db.transaction((tx) => anonymize(tx, userId, clock.now()));
}

async function anonymize(tx: Tx, userId: string, now: Date): Promise<void> {
  const member = sql`${userId}::uuid`;
  await tx.execute(sql`set local statement_timeout = '60s'`);
  // Serialized, because two members who leave at the same time may have voted on each other's content.
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.anonymizeMember})`);

  // Locks in the order of lock-rows.ts, then by ID. Rows added after these statements are left for the next
  // call.
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

  const karmaChanges = [
    // The karma that the member got from others' votes on content that is about to lose its author.
    await tx.execute<KarmaChange>(sql`
      select ${member} as author_id, coalesce(sum(given.vote_type), 0)::int as amount from (
        select v.vote_type from public.votes v join public.forum_posts p on p.id = v.post_id
          where p.author_id = ${member} and p.id = any (${postIds}) and v.user_id <> ${member}
        union all
        select v.vote_type from public.comment_votes v join public.comments c on c.id = v.comment_id
          where c.author_id = ${member} and c.id = any (${commentIds}) and v.user_id <> ${member}
      ) given`),
    await deletePostVotes(tx, member, postIds),
    await deleteCommentVotes(tx, member, commentIds),
  ].flatMap(({ rows }) => rows);

  // Deleted content is not shown to anyone, so its text isn't needed.
  const remainingContent = sql`case when deleted_at is null then content else 'Deleted' end`;
  await tx.execute(sql`
    update public.forum_posts set author_id = null, content = ${remainingContent},
      title = case when deleted_at is null then title else 'Deleted' end,
      excerpt = case when deleted_at is null then excerpt else '' end,
      tags = case when deleted_at is null then tags else '{}' end
    where author_id = ${member} and id = any (${postIds})`);
  await tx.execute(sql`
    update public.comments set author_id = null, content = ${remainingContent}
    where author_id = ${member} and id = any (${commentIds})`);
  await tx.execute(sql`delete from public.post_drafts where author_id = ${member}`);
  for (const table of [sql`thread_follows`, sql`list_follows`, sql`saved_posts`, sql`post_visits`])
    await tx.execute(sql`delete from public.${table} where member_id = ${member}`);
  await subtractKarma(tx, karmaChanges);
  await recountVotes(tx, { postIds, commentIds }, now);
}

type KarmaChange = { author_id: string; amount: number };

/** Locks rows and returns their IDs as one parameter. */
async function lock(tx: Tx, statement: SQL): Promise<SQL> {
  const { rows } = await tx.execute<{ id: string }>(statement);
  return sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`;
}

/** Deletes the member's votes on posts. Returns the karma that these votes gave to other authors. */
function deletePostVotes(tx: Tx, member: SQL, postIds: SQL) {
  const upvotes = sql`(p.upvotes - (removed.vote_type = 1)::int)`;
  const downvotes = sql`(p.downvotes - (removed.vote_type = -1)::int)`;
  return tx.execute<KarmaChange>(sql`
    with removed as (
      delete from public.votes where user_id = ${member} and post_id = any (${postIds}) returning post_id, vote_type
    ),
    counted as (
      update public.forum_posts p set upvotes = ${upvotes}, downvotes = ${downvotes},
        hot_rank = ${hotRankSql(upvotes, downvotes, sql`p.created_at`)}
      from removed where p.id = removed.post_id returning p.author_id, removed.vote_type
    )
    select author_id, sum(vote_type)::int as amount from counted where author_id <> ${member} group by 1`);
}

function deleteCommentVotes(tx: Tx, member: SQL, commentIds: SQL) {
  const upvotes = sql`(c.upvotes - (removed.vote_type = 1)::int)`;
  const downvotes = sql`(c.downvotes - (removed.vote_type = -1)::int)`;
  return tx.execute<KarmaChange>(sql`
    with removed as (
      delete from public.comment_votes where user_id = ${member} and comment_id = any (${commentIds})
      returning comment_id, vote_type
    ),
    counted as (
      update public.comments c set upvotes = ${upvotes}, downvotes = ${downvotes}, best_rank = ${bestRankSql(upvotes, downvotes)}
      from removed where c.id = removed.comment_id returning c.author_id, removed.vote_type
    )
    select author_id, sum(vote_type)::int as amount from counted where author_id <> ${member} group by 1`);
}

async function subtractKarma(tx: Tx, karmaChanges: readonly KarmaChange[]): Promise<void> {
  const authors = sql`unnest(${sql.param(karmaChanges.map(({ author_id }) => author_id))}::uuid[],
    ${sql.param(karmaChanges.map(({ amount }) => amount))}::int[]) as change (id, amount)`;
  await tx.execute(sql`
    select from public.profiles where id in (select id from ${authors}) order by id for no key update`);
  await tx.execute(buildKarmaUpdate(sql`select id, -sum(amount)::int from ${authors} group by id`));
}
