import type { ThreadState } from "#core/forum/reading.ts";

/** The thread states set in this tab, by post ID. They override those in older lists that going back restores. */
export const latestThreadStates = new Map<string, ThreadState>();
