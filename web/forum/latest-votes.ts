import type { VoteState } from "#core/forum/votes.ts";

/**
 * Counters from votes cast in this tab, by vote route. They override those in lists, because going back can restore an
 * older list.
 */
export const latestVotes = new Map<string, VoteState>();
