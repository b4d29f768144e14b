import type { OwnVote } from "#core/forum/types.ts";

export interface VoteState {
  readonly upvotes: number;
  readonly downvotes: number;
  readonly ownVote: OwnVote;
}

/** The counters as votes cast from this page left them, by the address voted at: kept lists are older than these. */
export const latestVotes = new Map<string, VoteState>();
