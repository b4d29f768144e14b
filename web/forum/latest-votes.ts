import type { OwnVote } from "#core/forum/types.ts";

export interface VoteState {
  readonly upvotes: number;
  readonly downvotes: number;
  readonly ownVote: OwnVote;
}

/**
 * The counters as votes cast in this tab left them, by the address voted at. Lists that were loaded before, and are
 * shown again on going back, are older than these. Empty on the server, where nobody presses a button.
 */
export const latestVotes = new Map<string, VoteState>();
