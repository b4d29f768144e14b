import { eq } from "drizzle-orm";
import { parseBio } from "#core/accounts/bio.ts";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import { profiles } from "./tables.ts";

/**
 * Takes bio and picture from a profile, within the transaction of whoever decided it; the picture's file is the
 * caller's to remove once that has committed.
 */
export async function clearProfile(tx: Tx, userId: string): Promise<void> {
  await tx.update(profiles).set({ bio: "", avatarUrl: null }).where(eq(profiles.id, userId));
}

/** Puts another bio into a profile. Throws AppError("invalid_input") with fields. */
export async function replaceBio(tx: Tx, userId: string, given: string): Promise<string> {
  const parsed = parseBio(given);
  if ("problem" in parsed) throw new AppError("invalid_input", { fields: { content: parsed.problem } });
  await tx.update(profiles).set({ bio: parsed.bio }).where(eq(profiles.id, userId));
  return parsed.bio;
}
