import { type SQL, sql } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import type { OwnVote } from "#core/forum/types.ts";
import { applyVote, type VoteChange, type VoteRule, type VoteType } from "#core/forum/votes.ts";
import { executeNamed, type Tx } from "#server/database/index.ts";
import { hotRankSql } from "./rank-sql.ts";

interface CastVote {
  readonly postId: string;
  readonly userId: string;
  readonly voteType: VoteType;
  readonly rule: VoteRule;
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

type CastRow = {
  found: boolean;
  author_id: string | null;
  own_vote: OwnVote | null;
  change: number | null;
  upvotes: number | null;
  downvotes: number | null;
};

/**
 * Writes the vote, the post's counters and rank and its author's karma in one statement, so that the row lock is
 * short. Throws post_not_found and already_voted.
 */
export async function castPostVote(tx: Tx, vote: CastVote): Promise<CastResult> {
  const statement = buildCastStatement(vote);
  let row = await run(tx, statement);
  // The same member's other vote committed while this statement waited for it. Only a new statement sees it.
  if (row.own_vote !== null && row.upvotes === null) row = await run(tx, statement);
  if (!row.found) throw new AppError("post_not_found");
  if (row.own_vote === null) throw new AppError("already_voted");
  const { author_id: authorId, own_vote: ownVote, change, upvotes, downvotes } = row;
  if (upvotes === null || downvotes === null || change === null) throw new Error("the vote was not counted");
  return { authorId, upvotes, downvotes, ownVote, change };
}

async function run(tx: Tx, statement: SQL): Promise<CastRow> {
  const { rows } = await executeNamed<CastRow>(tx, "cast-post-vote", statement);
  return rows[0] as CastRow;
}

/** The outcome for each possible earlier vote, since only the statement knows it; null when the vote is refused. */
function getOutcome(before: OwnVote, { voteType, rule }: CastVote): VoteChange | null {
  try {
    return applyVote(before, voteType, rule);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function buildCastStatement(vote: CastVote): SQL {
  const { postId, userId, now } = vote;
  const outcomes = ([-1, 0, 1] as const).map((before) => {
    const outcome = getOutcome(before, vote);
    return sql`(${before}::int, ${outcome?.ownVote ?? null}::int, ${outcome?.upvotes ?? 0}::int, ${outcome?.downvotes ?? 0}::int)`;
  });
  const [upvotes, downvotes] = [
    sql`(post.upvotes + change.upvotes)`,
    sql`(post.downvotes + change.downvotes)`,
  ];
  // All writes depend on `post`, so that its row is locked first and the profile last.
  return sql`
    with post as materialized (
      select id, author_id, created_at, upvotes, downvotes from public.forum_posts
      where id = ${postId}::uuid and deleted_at is null for no key update
    ),
    earlier as materialized (
      select v.id, v.vote_type from post join public.votes v on v.post_id = post.id and v.user_id = ${userId}::uuid
      for no key update of v
    ),
    change as materialized (
      select outcome.* from post, (values ${sql.join(outcomes, sql`, `)}) outcome (before, own_vote, upvotes, downvotes)
      where outcome.before = coalesce((select vote_type from earlier), 0) and outcome.own_vote is not null
    ),
    taken_back as (
      delete from public.votes v using earlier, change where v.id = earlier.id and change.own_vote = 0 returning v.id
    ),
    turned as (
      update public.votes v set vote_type = change.own_vote from earlier, change
      where v.id = earlier.id and change.own_vote <> 0 returning v.id
    ),
    added as (
      insert into public.votes (post_id, user_id, vote_type, created_at)
      select post.id, ${userId}::uuid, change.own_vote, ${now.toISOString()}::timestamptz from post, change
      where change.before = 0 on conflict (post_id, user_id) do nothing returning id
    ),
    written as (select id from taken_back union all select id from turned union all select id from added),
    counted as (
      update public.forum_posts p set upvotes = ${upvotes}, downvotes = ${downvotes},
        hot_rank = ${hotRankSql(upvotes, downvotes, sql`post.created_at`)}
      from post, change where p.id = post.id and exists (select from written)
      returning p.upvotes, p.downvotes
    ),
    gained as (
      update public.profiles p set karma = p.karma + change.upvotes - change.downvotes from post, change
      where p.id = post.author_id and p.id <> ${userId}::uuid and exists (select from counted)
    )
    select post.id is not null as found, post.author_id, change.own_vote, change.upvotes + change.downvotes as change,
      counted.upvotes, counted.downvotes
    from (values (1)) one left join post on true left join change on true left join counted on true`;
}
