import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireSignInToVote } from "#core/forum/rules.ts";
import { undoVote, type VoteState } from "#core/forum/votes.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { castPostVote } from "./cast-post-vote.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { getPostVotes } from "./get-post-votes.ts";

/** Without a vote it only returns the counters, so a repeated request is harmless. */
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
