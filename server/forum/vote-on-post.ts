import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireSignInToVote } from "#core/forum/rules.ts";
import { getVoteChange, isVoteType, type VoteRule, type VoteState } from "#core/forum/votes.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { castPostVote } from "./cast-post-vote.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";

export interface PostVote {
  readonly postId: string;
  readonly voteType: number;
  /** The voting rule of lists or of the detail page (core/forum/votes.ts). */
  readonly rule: VoteRule;
}

/** Throws already_voted with the rule "once". */
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
