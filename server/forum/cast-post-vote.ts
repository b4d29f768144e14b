import { type SQL, sql } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import type { OwnVote } from "#core/forum/types.ts";
import type { VoteChange } from "#core/forum/votes.ts";
import { executeNamed, type Tx } from "#server/database/index.ts";
import { buildKarmaUpdate } from "#server/profiles/index.ts";
import { hotRankSql } from "./rank-sql.ts";

interface CastVote {
  readonly postId: string;
  readonly userId: string;
  /** The outcome for an earlier vote of the member; null if the vote is rejected. */
  readonly decide: (earlierVote: OwnVote) => VoteChange | null;
  readonly now: Date;
}

/** The counters after the vote, and how it changed the number of votes. */
interface CastResult {
  readonly authorId: string | null;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly ownVote: OwnVote;
  readonly change: number;
}

/** How a statement changes the post's counters. */
type CounterChange = Pick<VoteChange, "up" | "down">;

const NO_CHANGE: CounterChange = { up: 0, down: 0 };

type CastRow = CounterChange & {
  is_found: boolean;
  is_written: boolean;
  author_id: string | null;
  own_vote: OwnVote | null;
  post_upvotes: number | null;
  post_downvotes: number | null;
};

/**
 * Writes the vote, the post's counters and rank and its author's karma in one statement, so that the row lock is
 * short. Throws post_not_found. Returns null when the vote is rejected: the transaction must then be rolled back,
 * because the counters may already have changed.
 */
export async function castPostVote(tx: Tx, vote: CastVote): Promise<CastResult | null> {
  let row = await run(tx, vote, NO_CHANGE);
  // The same member's other vote committed while this statement waited for the post, or the post was deleted. Only a
  // new statement sees it; the post stays locked.
  if (row.is_found && row.own_vote !== null && !row.is_written)
    row = await run(tx, vote, row.post_upvotes === null ? NO_CHANGE : row);
  if (!row.is_found) throw new AppError("post_not_found");
  if (row.own_vote === null) return null;
  const { author_id: authorId, own_vote: ownVote, post_upvotes: upvotes, post_downvotes: downvotes } = row;
  if (upvotes === null || downvotes === null || !row.is_written) throw new Error("the vote was not counted");
  return { authorId, upvotes, downvotes, ownVote, change: row.up + row.down };
}

async function run(tx: Tx, vote: CastVote, miscounted: CounterChange): Promise<CastRow> {
  const { rows } = await executeNamed<CastRow>(tx, "cast-post-vote", buildCastStatement(vote, miscounted));
  return rows[0] as CastRow;
}

/** `miscounted`: what an earlier statement of this transaction counted without writing the vote. */
function buildCastStatement(vote: CastVote, miscounted: CounterChange): SQL {
  const { postId, userId, decide, now } = vote;
  // Each possible outcome, since only the statement knows the earlier vote.
  const outcomes = ([-1, 0, 1] as const).map((earlierVote) => {
    const outcome = decide(earlierVote);
    return sql`(${earlierVote}::int, ${outcome?.ownVote ?? null}::int, ${outcome?.up ?? 0}::int, ${outcome?.down ?? 0}::int)`;
  });
  const [upvotes, downvotes] = [
    sql`(p.upvotes + change.up - ${miscounted.up}::int)`,
    sql`(p.downvotes + change.down - ${miscounted.down}::int)`,
  ];
  // The post is locked first and the profile last. Nothing but the update may lock the post: if the statement waited
  // for a lock, the update would start again from the version of the row that it saw before the wait. While a foreign
  // key locks that version, it would wait for the next vote in the queue, which waits for this one.
  // A counter can only become negative if `earlier` is out of date.
  return sql`
    with earlier as materialized (
      select id, vote_type from public.votes where post_id = ${postId}::uuid and user_id = ${userId}::uuid
    ),
    change as materialized (
      select outcome.* from (values ${sql.join(outcomes, sql`, `)}) outcome (before, own_vote, up, down)
      where outcome.before = coalesce((select vote_type from earlier), 0) and outcome.own_vote is not null
    ),
    counted as (
      update public.forum_posts p set upvotes = ${upvotes}, downvotes = ${downvotes},
        hot_rank = ${hotRankSql(upvotes, downvotes, sql`p.created_at`)}
      from change where p.id = ${postId}::uuid and p.deleted_at is null and least(${upvotes}, ${downvotes}) >= 0
      returning p.author_id, p.upvotes, p.downvotes
    ),
    deleted as (
      delete from public.votes v using earlier, change
      where v.id = earlier.id and v.vote_type = change.before and change.own_vote = 0 and exists (select from counted)
      returning v.id
    ),
    updated as (
      update public.votes v set vote_type = change.own_vote from earlier, change
      where v.id = earlier.id and v.vote_type = change.before and change.own_vote <> 0 and exists (select from counted)
      returning v.id
    ),
    inserted as (
      insert into public.votes (post_id, user_id, vote_type, created_at)
      select ${postId}::uuid, ${userId}::uuid, change.own_vote, ${now.toISOString()}::timestamptz from change
      where change.before = 0 and exists (select from counted) on conflict (post_id, user_id) do nothing returning id
    ),
    written as (select id from deleted union all select id from updated union all select id from inserted),
    karma_updated as (
      ${buildKarmaUpdate(sql`
        select counted.author_id, change.up - change.down from counted, change
        where counted.author_id <> ${userId}::uuid and exists (select from written)`)}
    )
    select change.own_vote, coalesce(change.up, 0) as up, coalesce(change.down, 0) as down,
      counted.author_id, counted.upvotes as post_upvotes, counted.downvotes as post_downvotes,
      exists (select from written) as is_written,
      counted.upvotes is not null
        or exists (select from public.forum_posts where id = ${postId}::uuid and deleted_at is null) as is_found
    from (values (1)) one left join change on true left join counted on true`;
}
