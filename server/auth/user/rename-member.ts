import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { checkUsername, renameProfile } from "#server/profiles/index.ts";
import type { AuthDeps } from "../deps.ts";
import { countRename } from "../limits.ts";
import { lockOwnUser } from "./require-viewer-session.ts";
import { updateUserRow } from "./store-user.ts";

/**
 * Renames the member in the profile and in the metadata of their tokens. `lostBadge` says whether the Verified badge,
 * which belonged to the old name, was removed. Throws AppError: not_signed_in, too_many_requests; AuthError:
 * username_invalid, username_taken.
 */
export async function renameMember(auth: AuthDeps, viewer: Viewer, input: string) {
  if (!viewer) throw new AppError("not_signed_in");
  // An unchanged name may predate the current rules.
  if (input === viewer.username) return { username: input, lostBadge: false };
  const username = checkUsername(input);
  if (username === viewer.username) return { username, lostBadge: false };
  const { allowed, refund } = await countRename(auth, viewer.id);
  if (!allowed)
    throw new AppError("too_many_requests", {
      message: "You've changed your username too often. Please try again later.",
    });
  try {
    return await auth.database.db.transaction(async (tx) => {
      const user = await lockOwnUser(tx, { user: viewer, session: { id: viewer.sessionId } });
      const now = auth.clock.now();
      const { lostBadge } = await renameProfile(tx, user.id, username, now);
      await updateUserRow(tx, user.id, { userMetadata: { ...user.userMetadata, username }, updatedAt: now });
      return { username, lostBadge };
    });
  } catch (error) {
    // A rejected name doesn't count.
    if (error instanceof AuthError) await refund();
    throw error;
  }
}
