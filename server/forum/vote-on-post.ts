import { and, eq, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { hotRank } from "#core/forum/hot-rank.ts";
import { requireVoter } from "#core/forum/rules.ts";
import { applyVote, isVoteType, type VoteRule, type VoteState } from "#core/forum/votes.ts";
import { tellOfVotes } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { gainKarma } from "./gain-karma.ts";
import { lockPost } from "./lock-rows.ts";
import { votes } from "./tables.ts";

export interface PostVote {
  readonly postId: string;
  /** As it was sent; anything but 1 and -1 is refused. */
  readonly voteType: number;
  /** The lists' rule or the detail page's (core/forum/votes.ts). */
  readonly rule: VoteRule;
}

/**
 * Votes on a post. Throws sign_in_to_vote, post_not_found, invalid_input, too_many_requests, and already_voted under the rule
 * "once". The post's row is locked first, so that votes which meet follow one another.
 */
export async function voteOnPost(deps: ForumDeps, viewer: Viewer, vote: PostVote): Promise<VoteState> {
  requireVoter(viewer);
  if (!isUuid(vote.postId)) throw new AppError("post_not_found");
  const { voteType } = vote;
  if (!isVoteType(voteType)) throw new AppError("invalid_input");
  await consumeLimit(deps, "votes", viewer);

  return deps.database.db.transaction(async (tx) => {
    const post = await lockPost(tx, vote.postId);
    const [before] = await tx
      .select({ voteType: votes.voteType })
      .from(votes)
      .where(and(eq(votes.postId, post.id), eq(votes.userId, viewer.id)));

    const change = applyVote(before?.voteType ?? 0, voteType, vote.rule);
    const upvotes = post.upvotes + change.upvotes;
    const downvotes = post.downvotes + change.downvotes;
    const row =
      change.ownVote === 0
        ? sql`delete from public.votes where post_id = ${post.id}::uuid and user_id = ${viewer.id}::uuid`
        : sql`insert into public.votes (post_id, user_id, vote_type, created_at)
            values (${post.id}::uuid, ${viewer.id}::uuid, ${change.ownVote}, ${deps.clock.now().toISOString()}::timestamptz)
            on conflict (post_id, user_id) do update set vote_type = excluded.vote_type`;
    await tx.execute(sql`
      with vote as (${row}),
      counted as (
        update public.forum_posts set upvotes = ${upvotes}, downvotes = ${downvotes},
          hot_rank = ${hotRank(upvotes, downvotes, post.createdAt)}::float8
        where id = ${post.id}::uuid
      )
      ${gainKarma(viewer, post.authorId, change)}`);
    await tellOfVotes(tx, {
      postId: post.id,
      commentId: null,
      ownerId: post.authorId,
      voterId: viewer.id,
      change: change.upvotes + change.downvotes,
      now: deps.clock.now(),
    });
    return { upvotes, downvotes, ownVote: change.ownVote };
  });
}
