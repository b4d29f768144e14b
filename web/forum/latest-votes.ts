import type { VoteState } from "#core/forum/votes.ts";

/** Counters from votes cast in this tab, by vote route. They override those in older lists that going back restores. */
export const latestVotes = new Map<string, VoteState>();
