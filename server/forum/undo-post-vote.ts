import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireSignInToVote } from "#core/forum/rules.ts";
import { undoVote, type VoteState } from "#core/forum/votes.ts";
import { commitWith } from "#server/database/index.ts";
import { notifyVotes } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { castPostVote } from "./cast-post-vote.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { getPostVotes } from "./get-post-votes.ts";

/** Rolls back the transaction when there is no vote, or another request has just taken it back. */
class NoVote extends Error {}

/**
 * Takes back a member's own vote on a post. Without a vote it only returns the counters, so a repeated request is
 * harmless. Throws sign_in_to_vote, post_not_found, too_many_requests.
 */
export async function undoPostVote(deps: ForumDeps, viewer: Viewer, postId: string): Promise<VoteState> {
  requireSignInToVote(viewer);
  if (!isUuid(postId)) throw new AppError("post_not_found");
  await consumeLimit(deps, "votes", viewer);

  const now = deps.clock.now();
  try {
    return await commitWith(deps.database.db, async (tx) => {
      const cast = await castPostVote(tx, { postId, userId: viewer.id, decide: undoVote, now });
      if (!cast) throw new NoVote();
      const { authorId, change, ...state } = cast;
      const notification = { postId, commentId: null, ownerId: authorId, actorId: viewer.id, change, now };
      return { result: state, last: notifyVotes(tx, notification) };
    });
  } catch (error) {
    if (!(error instanceof NoVote)) throw error;
  }
  return getPostVotes(deps, viewer, postId);
}
