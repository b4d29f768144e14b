import { and, eq, ne, or } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Db, Tx } from "#server/database/index.ts";
import {
  checkUsername,
  createProfile,
  foldUsername,
  profiles,
  rejectReservedUsername,
  toUsernameSkeleton,
} from "#server/profiles/index.ts";
import type { AuthDeps } from "../deps.ts";
import { type UserRow, users } from "../tables.ts";
import { joinWithPresentedInvitation } from "./invited-sign-up.ts";

/**
 * Refuses a name that is taken or reserved, or that looks like such a name. `userId` is the user who wants it, or null
 * before the account exists. Throws AuthError: username_taken, username_invalid.
 */
export async function rejectTakenName(
  db: Db | Tx,
  username: string,
  { userId, now }: { readonly userId: string | null; readonly now: Date },
): Promise<void> {
  const isSimilar = or(
    eq(profiles.usernameSkeleton, toUsernameSkeleton(username)),
    eq(profiles.usernameFolded, foldUsername(username)),
  );
  const isOther = userId === null ? undefined : ne(profiles.id, userId);
  if ((await db.$count(profiles, and(isSimilar, isOther))) > 0) throw new AuthError("username_taken");
  await rejectReservedUsername(db, username, { userId, now });
}

/**
 * Creates the profile if it is missing. Accounts that weren't created with one get it with their first session, so that
 * they don't take a name, use up an invitation or count as members while they are unconfirmed. If the name has been
 * taken since sign-up, one is derived from the email address. Throws like joinWithInvitation.
 */
export async function ensureProfile(auth: AuthDeps, tx: Tx, user: UserRow, now: Date): Promise<UserRow> {
  const [profile] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, user.id));
  if (profile) return user;
  const requestedName = getRequestedName(user);
  const profileInput = { userId: user.id, email: user.email, now };
  let username: string;
  try {
    username = await createProfile(tx, { ...profileInput, username: requestedName });
  } catch (error) {
    if (requestedName === undefined || !(error instanceof AuthError)) throw error;
    username = await createProfile(tx, { ...profileInput, username: undefined });
  }
  await joinWithPresentedInvitation(auth, tx, user);
  // A guest who didn't choose a name has none in the metadata.
  if (user.isAnonymous && requestedName === undefined) return user;
  const userMetadata = { ...user.userMetadata, username };
  await tx.update(users).set({ userMetadata }).where(eq(users.id, user.id));
  return { ...user, userMetadata };
}

/**
 * Returns the name given at sign-up. Undefined if there is none or if it isn't valid, for example because the rules
 * have changed since.
 */
function getRequestedName({ userMetadata }: UserRow): string | undefined {
  if (userMetadata.username === undefined || userMetadata.username === null) return undefined;
  try {
    return checkUsername(userMetadata.username);
  } catch {
    return undefined;
  }
}
