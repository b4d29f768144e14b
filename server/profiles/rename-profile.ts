import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { hasSqlState, type Tx } from "#server/database/index.ts";
import { rejectReservedUsername, reserveFormerUsername } from "./released-usernames.ts";
import { profiles } from "./tables.ts";
import { foldUsername, toUsernameSkeleton } from "./username-skeleton.ts";

/**
 * Changes a member's username to one that checkUsername returned. Removes the Verified badge, because it was given to
 * the old name, and reserves the old name for the member. The transaction must be rolled back after an error. Throws
 * AuthError: username_taken, username_invalid.
 */
export async function renameProfile(tx: Tx, userId: string, username: string, now: Date) {
  const previousProfile = await replaceUsername(tx, userId, username);
  if (previousProfile === undefined || previousProfile.username === username) return { lostBadge: false };
  await rejectReservedUsername(tx, username, { userId, now });
  await reserveFormerUsername(tx, previousProfile.username, userId, now);
  return { lostBadge: previousProfile.isVerified };
}

/**
 * Updates the username if it differs, which removes the Verified badge. Returns the previous profile, or undefined if
 * there is none. Throws AuthError: username_taken.
 */
export async function replaceUsername(tx: Tx, userId: string, username: string) {
  const [previousProfile] = await tx
    .select({ username: profiles.username, isVerified: profiles.isVerified })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("update");
  if (previousProfile === undefined || previousProfile.username === username) return previousProfile;
  try {
    await tx
      .update(profiles)
      .set({
        username,
        usernameSkeleton: toUsernameSkeleton(username),
        usernameFolded: foldUsername(username),
        isVerified: false,
      })
      .where(eq(profiles.id, userId));
  } catch (error) {
    // A deadlock means that two members tried to swap names. Neither succeeds.
    if (hasSqlState(error, "unique_violation") || hasSqlState(error, "deadlock_detected"))
      throw new AuthError("username_taken", { cause: error });
    throw error;
  }
  return previousProfile;
}
