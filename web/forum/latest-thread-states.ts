import type { ThreadState } from "#core/forum/reading.ts";

/**
 * The latest thread states set in this tab, by post. They override lists restored when going back, which are older.
 * Empty on the server.
 */
export const latestThreadStates = new Map<string, ThreadState>();
