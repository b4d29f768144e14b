import type { OwnVote } from "./types.ts";

export type VoteType = 1 | -1;

export function isVoteType(value: number): value is VoteType {
  return value === 1 || value === -1;
}

/** Lists use "toggle", the detail page "once" (specification, section 4). */
export type VoteRule = "toggle" | "once";

export interface VoteState {
  readonly upvotes: number;
  readonly downvotes: number;
  readonly ownVote: OwnVote;
}

/** How a member's vote changes. `ownVote` is the new vote; `up` and `down` are the changes to the counters. */
export interface VoteChange {
  readonly ownVote: OwnVote;
  readonly up: -1 | 0 | 1;
  readonly down: -1 | 0 | 1;
}

/** Returns the change that a vote causes; null if the rule is "once" and the member has already voted. */
export function getVoteChange(previousVote: OwnVote, voteType: VoteType, rule: VoteRule): VoteChange | null {
  return rule === "once" && previousVote !== 0 ? null : toggleVote(previousVote, voteType);
}

/** Returns the change that removing the vote causes; null if there is no vote. */
export function undoVote(previousVote: OwnVote): VoteChange | null {
  return previousVote === 0 ? null : toggleVote(previousVote, previousVote);
}

/** Returns the change that adds the vote, removes it if it has already been cast, or reverses the opposite one. */
export function toggleVote(previousVote: OwnVote, voteType: VoteType): VoteChange {
  const ownVote: OwnVote = previousVote === voteType ? 0 : voteType;
  return {
    ownVote,
    up: getDelta(ownVote, 1, previousVote),
    down: getDelta(ownVote, -1, previousVote),
  };
}

function getDelta(newVote: OwnVote, direction: VoteType, previousVote: OwnVote): -1 | 0 | 1 {
  if (newVote === previousVote) return 0;
  return newVote === direction ? 1 : previousVote === direction ? -1 : 0;
}
