import type { ThreadState } from "#core/forum/reading.ts";

/** The thread states set in this tab, by post. They override older lists restored when going back. */
export const latestThreadStates = new Map<string, ThreadState>();
