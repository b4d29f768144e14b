import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { checkUsername, renameProfile } from "#server/profiles/index.ts";
import type { AuthContext } from "../context.ts";
import { countRename } from "../limits.ts";
import { users } from "../tables.ts";

/**
 * Gives the member another name, in the profile and in the metadata that tokens carry. Throws AppError:
 * not_signed_in, too_many_requests; AuthError: username_invalid, username_taken.
 */
export async function renameMember(auth: AuthContext, viewer: Viewer, given: string): Promise<string> {
  if (!viewer) throw new AppError("not_signed_in");
  const username = checkUsername(given);
  if (username === viewer.username) return username;
  const { allowed, giveBack } = await countRename(auth, viewer.id);
  if (!allowed)
    throw new AppError("too_many_requests", {
      message: "You have changed your name often today. Please try again tomorrow.",
    });
  try {
    await auth.database.db.transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.id, viewer.id)).for("no key update");
      if (!user || user.deletedAt) throw new AppError("not_signed_in");
      await renameProfile(tx, user.id, username);
      await tx
        .update(users)
        .set({ userMetadata: { ...user.userMetadata, username }, updatedAt: auth.clock.now() })
        .where(eq(users.id, user.id));
    });
  } catch (error) {
    // A name that could not be had has changed nothing.
    if (error instanceof AuthError) await giveBack();
    throw error;
  }
  return username;
}
