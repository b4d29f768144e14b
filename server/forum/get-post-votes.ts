import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireSignInToVote } from "#core/forum/rules.ts";
import type { VoteState } from "#core/forum/votes.ts";
import type { ForumDeps } from "./deps.ts";

/** Reads a post's counters and the member's own vote. Throws sign_in_to_vote and post_not_found. */
export async function getPostVotes(deps: ForumDeps, viewer: Viewer, postId: string): Promise<VoteState> {
  requireSignInToVote(viewer);
  const { rows } = await deps.database.db.execute<VoteState & Record<string, unknown>>(sql`
    select p.upvotes, p.downvotes, coalesce(v.vote_type, 0) as "ownVote" from public.forum_posts p
    left join public.votes v on v.post_id = p.id and v.user_id = ${viewer.id}::uuid
    where p.id = ${postId}::uuid and p.deleted_at is null`);
  const [votes] = rows;
  if (!votes) throw new AppError("post_not_found");
  return votes;
}
