import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { AiDeps } from "#server/ai/deps.ts";

export type HistoryDeps = Pick<AiDeps, "database" | "clock" | "log" | "limits" | "titles">;

/** Limits renaming and deleting conversations, and turning saving on or off. */
const CHANGE_LIMIT = { points: 600, durationSeconds: 3600 } as const;

/** Counts a change. Throws too_many_requests if the member has changed their history too often. */
export async function countChange({ limits }: HistoryDeps, member: Member): Promise<void> {
  const { allowed } = await limits.consume("ai-history", member.id, CHANGE_LIMIT);
  if (!allowed) throw new AppError("too_many_requests");
}
