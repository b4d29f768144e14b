import type { ThreadMarks } from "#core/forum/reading.ts";

/**
 * The marks of posts as they were left in this tab, by the post. A list that is shown again as it was left is older
 * than these. Empty on the server.
 */
export const latestMarks = new Map<string, ThreadMarks>();
