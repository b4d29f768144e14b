import { eq } from "drizzle-orm";
import { parseBio } from "#core/accounts/bio.ts";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import { profiles } from "./tables.ts";

/** Clears the bio and avatar inside the given transaction. The caller deletes the avatar's file after the commit. */
export async function clearProfile(tx: Tx, userId: string): Promise<void> {
  await tx.update(profiles).set({ bio: "", avatarUrl: null }).where(eq(profiles.id, userId));
}

/** Saves an administrator's changes to a profile, except the username. `bio` must be valid. */
export async function editProfile(
  tx: Tx,
  userId: string,
  edit: { readonly bio: string; readonly isVerified: boolean },
): Promise<void> {
  await tx.update(profiles).set(edit).where(eq(profiles.id, userId));
}

/** Saves a bio that an administrator edited, and returns it as stored. Throws AppError: invalid_input (with fields). */
export async function replaceBio(tx: Tx, userId: string, input: string): Promise<string> {
  const parsed = parseBio(input);
  if ("problem" in parsed) throw new AppError("invalid_input", { fieldErrors: { content: parsed.problem } });
  await tx.update(profiles).set({ bio: parsed.bio }).where(eq(profiles.id, userId));
  return parsed.bio;
}
