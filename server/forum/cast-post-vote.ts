import { type SQL, sql } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import type { OwnVote } from "#core/forum/types.ts";
import type { VoteChange, VoteState } from "#core/forum/votes.ts";
import { type Db, executeNamed, type Tx } from "#server/database/index.ts";
import { buildVoteNotification } from "#server/notifications/index.ts";
import { buildKarmaUpdate } from "#server/profiles/index.ts";
import { lockPost } from "./lock-rows.ts";
import { hotRankSql } from "./rank-sql.ts";

interface CastVote {
  readonly postId: string;
  readonly userId: string;
  /** Returns the change from the earlier vote; null if the vote is rejected. */
  readonly decide: (earlierVote: OwnVote) => VoteChange | null;
  readonly now: Date;
}

type CastRow = {
  is_found: boolean;
  /** The member's vote afterwards; null if the vote is rejected. */
  own_vote: OwnVote | null;
  /** The post's new counts; both null unless the vote was counted. */
  upvotes: number | null;
  downvotes: number | null;
};

/**
 * Casts a vote in one statement, so that the post is locked only briefly. Returns null if the vote is rejected. Throws
 * post_not_found.
 */
export async function castPostVote(db: Db, vote: CastVote): Promise<VoteState | null> {
  const state = toVoteState(await runCastStatement(db, vote));
  return state === undefined ? castLockedPostVote(db, vote) : state;
}

/** Retries after a wait for the post: locking it first lets the statement see the last commit. */
function castLockedPostVote(db: Db, vote: CastVote): Promise<VoteState | null> {
  return db.transaction(async (tx) => {
    await lockPost(tx, vote.postId);
    const state = toVoteState(await runCastStatement(tx, vote));
    if (state === undefined) throw new Error("the vote was not counted");
    return state;
  });
}

/** Returns null if the vote is rejected, and undefined if it couldn't be counted. Throws post_not_found. */
function toVoteState(row: CastRow): VoteState | null | undefined {
  if (!row.is_found) throw new AppError("post_not_found");
  const { own_vote: ownVote, upvotes, downvotes } = row;
  if (ownVote === null) return null;
  return upvotes === null || downvotes === null ? undefined : { upvotes, downvotes, ownVote };
}

async function runCastStatement(db: Db | Tx, vote: CastVote): Promise<CastRow> {
  const { rows } = await executeNamed<CastRow>(db, "cast-post-vote", buildCastStatement(vote));
  return rows[0] as CastRow;
}

function buildCastStatement({ postId, userId, decide, now }: CastVote): SQL {
  // Lists each possible outcome, because only the statement knows the earlier vote.
  const outcomes = ([-1, 0, 1] as const).map((earlierVote) => {
    const outcome = decide(earlierVote);
    return sql`(${earlierVote}::int, ${outcome?.ownVote ?? null}::int, ${outcome?.up ?? 0}::int, ${outcome?.down ?? 0}::int)`;
  });
  const [upvotes, downvotes] = [sql`(p.upvotes + change.up)`, sql`(p.downvotes + change.down)`];
  // The post is locked first and the profile last. Nothing but the update may lock the post. If the statement
  // waited for another lock, the update would start over from the version of the row that it saw before the
  // wait. While a foreign key locks that version, the update would wait for the next vote in the queue, which
  // waits for this one.
  // After a wait for the post, the statement still sees the votes from before the wait. read_current_vote sees
  // the latest ones. The karma update waits for the notification, because locking the profile skips a row
  // that the statement has updated.
  return sql`
    with earlier as materialized (
      select v as vote, v.id, v.vote_type from public.votes v where post_id = ${postId}::uuid and user_id = ${userId}::uuid
    ),
    change as materialized (
      select outcome.* from (values ${sql.join(outcomes, sql`, `)}) outcome (before, own_vote, up, down)
      where outcome.before = coalesce((select vote_type from earlier), 0) and outcome.own_vote is not null
    ),
    counted as (
      update public.forum_posts p set upvotes = ${upvotes}, downvotes = ${downvotes},
        hot_rank = ${hotRankSql(upvotes, downvotes, sql`p.created_at`)}
      from change where p.id = ${postId}::uuid and p.deleted_at is null
        and public.read_current_vote(p.id, ${userId}::uuid) is not distinct from (select vote from earlier)
      returning p.author_id, p.upvotes, p.downvotes
    ),
    deleted as (
      delete from public.votes v using earlier, change
      where v.id = earlier.id and change.own_vote = 0 and exists (select from counted)
    ),
    updated as (
      update public.votes v set vote_type = change.own_vote from earlier, change
      where v.id = earlier.id and change.own_vote <> 0 and exists (select from counted)
    ),
    inserted as (
      insert into public.votes (post_id, user_id, vote_type, created_at)
      select ${postId}::uuid, ${userId}::uuid, change.own_vote, ${now.toISOString()}::timestamptz from change
      where change.before = 0 and exists (select from counted)
    ),
    ${buildVoteNotification(
      sql`
        select counted.author_id, change.up + change.down,
          greatest(counted.upvotes + counted.downvotes
            - (public.read_current_vote(${postId}::uuid, counted.author_id) is not null)::int, 0)
        from counted, change
        where counted.author_id <> ${userId}::uuid and change.up + change.down <> 0`,
      { postId, commentId: null, actorId: userId, now },
    )},
    karma_updated as (
      ${buildKarmaUpdate(sql`
        select counted.author_id, change.up - change.down from counted, change
        where counted.author_id <> ${userId}::uuid and (select count(*) from notified) >= 0`)}
    )
    select change.own_vote, counted.upvotes, counted.downvotes,
      counted.upvotes is not null
        or exists (select from public.forum_posts where id = ${postId}::uuid and deleted_at is null) as is_found
    from (values (1)) one left join change on true left join counted on true`;
}
