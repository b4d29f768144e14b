import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireSignInToVote } from "#core/forum/rules.ts";
import { getVoteChange, isVoteType, undoVote, type VoteRule, type VoteState } from "#core/forum/votes.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { castPostVote } from "./cast-post-vote.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";

export interface PostVote {
  readonly postId: string;
  /** As received; anything but 1 and -1 is rejected. */
  readonly voteType: number;
  /** The voting rule of lists or of the detail page (core/forum/votes.ts). */
  readonly rule: VoteRule;
}

/** Throws sign_in_to_vote, post_not_found, invalid_input, too_many_requests, and already_voted with the rule "once". */
export async function voteOnPost(deps: ForumDeps, viewer: Viewer, vote: PostVote): Promise<VoteState> {
  requireSignInToVote(viewer);
  if (!isUuid(vote.postId)) throw new AppError("post_not_found");
  const { voteType } = vote;
  if (!isVoteType(voteType)) throw new AppError("invalid_input");
  await consumeLimit(deps, "votes", viewer);

  const state = await castPostVote(deps.database.db, {
    postId: vote.postId,
    userId: viewer.id,
    decide: (earlierVote) => getVoteChange(earlierVote, voteType, vote.rule),
    now: deps.clock.now(),
  });
  if (!state) throw new AppError("already_voted");
  return state;
}

/**
 * Removes the member's vote. Without a vote, this only returns the counters, so a repeated request is harmless. Throws
 * sign_in_to_vote, post_not_found, too_many_requests.
 */
export async function undoPostVote(deps: ForumDeps, viewer: Viewer, postId: string): Promise<VoteState> {
  requireSignInToVote(viewer);
  if (!isUuid(postId)) throw new AppError("post_not_found");
  await consumeLimit(deps, "votes", viewer);

  const state = await castPostVote(deps.database.db, {
    postId,
    userId: viewer.id,
    decide: undoVote,
    now: deps.clock.now(),
  });
  return state ?? getPostVotes(deps, viewer, postId);
}

/** Reads a post's counters and the member's own vote. Throws sign_in_to_vote and post_not_found. */
export async function getPostVotes(deps: ForumDeps, viewer: Viewer, postId: string): Promise<VoteState> {
  requireSignInToVote(viewer);
  if (!isUuid(postId)) throw new AppError("post_not_found");
  const { rows } = await deps.database.db.execute<VoteState & Record<string, unknown>>(sql`
    select p.upvotes, p.downvotes, coalesce(v.vote_type, 0) as "ownVote" from public.forum_posts p
    left join public.votes v on v.post_id = p.id and v.user_id = ${viewer.id}::uuid
    where p.id = ${postId}::uuid and p.deleted_at is null`);
  const [votes] = rows;
  if (!votes) throw new AppError("post_not_found");
  return votes;
}
