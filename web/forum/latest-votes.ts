import type { VoteState } from "#core/forum/votes.ts";

/** Counters from votes cast in this tab, by vote route. They override older lists restored when going back. */
export const latestVotes = new Map<string, VoteState>();
