import type { VoteState } from "#core/forum/votes.ts";

/**
 * The counters as votes cast in this tab left them, by the address voted at. Lists that were loaded before, and are
 * shown again on going back, are older than these. Empty on the server, where nobody presses a button.
 */
export const latestVotes = new Map<string, VoteState>();
