import { and, eq, isNull, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireSignInToVote } from "#core/forum/rules.ts";
import { isVoteType, toggleVote, type VoteState } from "#core/forum/votes.ts";
import { computeWilsonLowerBound } from "#core/forum/wilson.ts";
import { commitWith } from "#server/database/index.ts";
import { notifyCommentVotes } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { buildKarmaUpdate } from "#server/profiles/index.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { lockComment } from "./lock-rows.ts";
import { commentVotes, forumPosts } from "./tables.ts";

export interface CommentVote {
  readonly commentId: string;
  /** As received; anything but 1 and -1 is rejected. */
  readonly voteType: number;
}

/**
 * Voting the same way again removes the vote. Throws sign_in_to_vote, comment_not_found (also if the post was
 * deleted), invalid_input, too_many_requests.
 */
export async function voteOnComment(deps: ForumDeps, viewer: Viewer, vote: CommentVote): Promise<VoteState> {
  requireSignInToVote(viewer);
  if (!isUuid(vote.commentId)) throw new AppError("comment_not_found");
  const { voteType } = vote;
  if (!isVoteType(voteType)) throw new AppError("invalid_input");
  await consumeLimit(deps, "votes", viewer);

  return commitWith(deps.database.db, async (tx) => {
    const comment = await lockComment(tx, vote.commentId);
    const [post] = await tx
      .select({ id: forumPosts.id })
      .from(forumPosts)
      .where(and(eq(forumPosts.id, comment.postId), isNull(forumPosts.deletedAt)));
    if (!post) throw new AppError("comment_not_found");

    const [earlierVote] = await tx
      .select({ voteType: commentVotes.voteType })
      .from(commentVotes)
      .where(and(eq(commentVotes.commentId, comment.id), eq(commentVotes.userId, viewer.id)));

    const change = toggleVote(earlierVote?.voteType ?? 0, voteType);
    const upvotes = comment.upvotes + change.up;
    const downvotes = comment.downvotes + change.down;
    const voteStatement =
      change.ownVote === 0
        ? sql`delete from public.comment_votes
            where comment_id = ${comment.id}::uuid and user_id = ${viewer.id}::uuid`
        : sql`insert into public.comment_votes (comment_id, user_id, vote_type, created_at)
            values (${comment.id}::uuid, ${viewer.id}::uuid, ${change.ownVote}, ${deps.clock.now().toISOString()}::timestamptz)
            on conflict (comment_id, user_id) do update set vote_type = excluded.vote_type`;
    await tx.execute(sql`
      with vote as (${voteStatement}),
      counted as (
        update public.comments set upvotes = ${upvotes}, downvotes = ${downvotes},
          best_rank = ${computeWilsonLowerBound(upvotes, downvotes)}::float8
        where id = ${comment.id}::uuid
      )
      ${buildKarmaUpdate(sql`select ${comment.authorId}::uuid, ${viewer.id === comment.authorId ? 0 : change.up - change.down}::int`)}`);
    const notification = notifyCommentVotes(tx, {
      postId: post.id,
      commentId: comment.id,
      actorId: viewer.id,
      change: change.up + change.down,
      now: deps.clock.now(),
    });
    return {
      result: { upvotes, downvotes, ownVote: change.ownVote },
      lastStatements: notification,
    };
  });
}
