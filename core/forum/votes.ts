import type { OwnVote } from "./types.ts";

export type VoteType = 1 | -1;

export function isVoteType(value: number): value is VoteType {
  return value === 1 || value === -1;
}

/** Lists use "toggle", the detail page "once" (specification, section 4). */
export type VoteRule = "toggle" | "once";

/** Both counters and the viewer's own vote. */
export interface VoteState {
  readonly upvotes: number;
  readonly downvotes: number;
  readonly ownVote: OwnVote;
}

/** The vote after the change, and what to add to each counter. */
export interface VoteChange {
  readonly ownVote: OwnVote;
  readonly upvotes: -1 | 0 | 1;
  readonly downvotes: -1 | 0 | 1;
}

/** Null with "once" if there is any vote already. */
export function applyVote(before: OwnVote, voteType: VoteType, rule: VoteRule): VoteChange | null {
  return rule === "once" && before !== 0 ? null : toggleVote(before, voteType);
}

/** Takes the vote back; null if there is none. */
export function undoVote(before: OwnVote): VoteChange | null {
  return before === 0 ? null : toggleVote(before, before);
}

/** No vote yet: add it. Same direction: remove it. Other direction: reverse it. */
export function toggleVote(before: OwnVote, voteType: VoteType): VoteChange {
  const ownVote: OwnVote = before === voteType ? 0 : voteType;
  return {
    ownVote,
    upvotes: countChange(ownVote, 1, before),
    downvotes: countChange(ownVote, -1, before),
  };
}

function countChange(after: OwnVote, direction: VoteType, before: OwnVote): -1 | 0 | 1 {
  if (after === before) return 0;
  return after === direction ? 1 : before === direction ? -1 : 0;
}
