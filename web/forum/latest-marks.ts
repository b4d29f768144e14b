import type { ThreadMarks } from "#core/forum/reading.ts";

/**
 * The latest marks set in this tab, by post. They override lists restored on going back, which are older. Empty on
 * the server.
 */
export const latestMarks = new Map<string, ThreadMarks>();
