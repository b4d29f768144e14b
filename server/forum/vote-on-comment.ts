import { and, eq, isNull } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireVoter } from "#core/forum/rules.ts";
import { applyVote, type VoteType } from "#core/forum/votes.ts";
import { wilsonLowerBound } from "#core/forum/wilson.ts";
import { changeKarma } from "./change-karma.ts";
import { consumeLimit, type ForumDeps, isUuid } from "./deps.ts";
import { lockComment } from "./lock-rows.ts";
import { comments, commentVotes, forumPosts } from "./tables.ts";
import type { VoteResult } from "./vote-on-post.ts";

export interface CommentVote {
  readonly commentId: string;
  readonly voteType: VoteType;
}

/**
 * Votes on a comment by the toggle rule. Throws sign_in_to_vote, comment_not_found (also when its post is
 * deleted) and too_many_requests.
 */
export async function voteOnComment(deps: ForumDeps, viewer: Viewer, vote: CommentVote): Promise<VoteResult> {
  requireVoter(viewer);
  if (!isUuid(vote.commentId)) throw new AppError("comment_not_found");
  if (vote.voteType !== 1 && vote.voteType !== -1) throw new AppError("invalid_input");
  await consumeLimit(deps, "votes", viewer);

  return deps.database.db.transaction(async (tx) => {
    const comment = await lockComment(tx, vote.commentId);
    const [post] = await tx
      .select({ id: forumPosts.id })
      .from(forumPosts)
      .where(and(eq(forumPosts.id, comment.postId), isNull(forumPosts.deletedAt)));
    if (!post) throw new AppError("comment_not_found");

    const own = and(eq(commentVotes.commentId, comment.id), eq(commentVotes.userId, viewer.id));
    const [before] = await tx.select({ voteType: commentVotes.voteType }).from(commentVotes).where(own);

    const change = applyVote(before?.voteType ?? 0, vote.voteType, "toggle");
    if (change.ownVote === 0) await tx.delete(commentVotes).where(own);
    else if (before) await tx.update(commentVotes).set({ voteType: change.ownVote }).where(own);
    else {
      await tx.insert(commentVotes).values({
        commentId: comment.id,
        userId: viewer.id,
        voteType: change.ownVote,
        createdAt: deps.clock.now(),
      });
    }

    const upvotes = comment.upvotes + change.upvotes;
    const downvotes = comment.downvotes + change.downvotes;
    await tx
      .update(comments)
      .set({ upvotes, downvotes, bestRank: wilsonLowerBound(upvotes, downvotes) })
      .where(eq(comments.id, comment.id));
    await changeKarma(tx, viewer, comment.authorId, change);
    return { upvotes, downvotes, ownVote: change.ownVote };
  });
}
