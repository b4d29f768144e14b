import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { profiles } from "./tables.ts";
import { foldUsername, usernameSkeleton } from "./username-skeleton.ts";

/**
 * Gives a member another name (as checkUsername returned it), inside the caller's transaction, which must not go
 * on after a refusal: AuthError("username_taken").
 */
export async function renameProfile(tx: Tx, userId: string, username: string): Promise<void> {
  try {
    await tx
      .update(profiles)
      .set({
        username,
        usernameSkeleton: usernameSkeleton(username),
        usernameFolded: foldUsername(username),
      })
      .where(eq(profiles.id, userId));
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
    if (cause?.code === "23505") throw new AuthError("username_taken", { cause: error });
    throw error;
  }
}
