import { and, eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { hotRank } from "#core/forum/hot-rank.ts";
import { requireVoter } from "#core/forum/rules.ts";
import type { OwnVote } from "#core/forum/types.ts";
import { applyVote, type VoteRule, type VoteType } from "#core/forum/votes.ts";
import { changeKarma } from "./change-karma.ts";
import { consumeLimit, type ForumDeps, isUuid } from "./deps.ts";
import { lockPost } from "./lock-rows.ts";
import { forumPosts, votes } from "./tables.ts";

export interface PostVote {
  readonly postId: string;
  readonly voteType: VoteType;
  /** The lists' rule or the detail page's (core/forum/votes.ts). */
  readonly rule: VoteRule;
}

export interface VoteResult {
  readonly upvotes: number;
  readonly downvotes: number;
  readonly ownVote: OwnVote;
}

/**
 * Votes on a post. Throws sign_in_to_vote, post_not_found, too_many_requests, and already_voted under the rule
 * "once". The post's row is locked first, so that votes which meet follow one another.
 */
export async function voteOnPost(deps: ForumDeps, viewer: Viewer, vote: PostVote): Promise<VoteResult> {
  requireVoter(viewer);
  if (!isUuid(vote.postId)) throw new AppError("post_not_found");
  if (vote.voteType !== 1 && vote.voteType !== -1) throw new AppError("invalid_input");
  await consumeLimit(deps, "votes", viewer);

  return deps.database.db.transaction(async (tx) => {
    const post = await lockPost(tx, vote.postId);
    const own = and(eq(votes.postId, post.id), eq(votes.userId, viewer.id));
    const [before] = await tx.select({ voteType: votes.voteType }).from(votes).where(own);

    const change = applyVote(before?.voteType ?? 0, vote.voteType, vote.rule);
    if (change.ownVote === 0) await tx.delete(votes).where(own);
    else if (before) await tx.update(votes).set({ voteType: change.ownVote }).where(own);
    else {
      await tx.insert(votes).values({
        postId: post.id,
        userId: viewer.id,
        voteType: change.ownVote,
        createdAt: deps.clock.now(),
      });
    }

    const upvotes = post.upvotes + change.upvotes;
    const downvotes = post.downvotes + change.downvotes;
    await tx
      .update(forumPosts)
      .set({ upvotes, downvotes, hotRank: hotRank(upvotes, downvotes, post.createdAt) })
      .where(eq(forumPosts.id, post.id));
    await changeKarma(tx, viewer, post.authorId, change);
    return { upvotes, downvotes, ownVote: change.ownVote };
  });
}
