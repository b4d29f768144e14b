import type { VoteState } from "#core/forum/votes.ts";

/**
 * The latest counters from votes cast in this tab, by vote route. They override lists restored when going back, which
 * are older. Empty on the server.
 */
export const latestVotes = new Map<string, VoteState>();
