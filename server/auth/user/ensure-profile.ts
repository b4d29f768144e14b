import { and, eq, ne, or } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Db, Tx } from "#server/database/index.ts";
import {
  checkUsername,
  createProfile,
  foldUsername,
  profiles,
  refuseReservedUsername,
  usernameSkeleton,
} from "#server/profiles/index.ts";
import { type UserRow, users } from "../tables.ts";

/**
 * Refuses a name that another profile has or that is reserved for somebody, or one that looks like it. `userId` is who
 * wants it: null before there is an account. Throws AuthError: username_taken, username_invalid.
 */
export async function refuseTakenName(
  db: Db | Tx,
  username: string,
  { userId, now }: { readonly userId: string | null; readonly now: Date },
): Promise<void> {
  const [other] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(
      and(
        or(
          eq(profiles.usernameSkeleton, usernameSkeleton(username)),
          eq(profiles.usernameFolded, foldUsername(username)),
        ),
        userId === null ? undefined : ne(profiles.id, userId),
      ),
    )
    .limit(1);
  if (other) throw new AuthError("username_taken");
  await refuseReservedUsername(db, username, { userId, now });
}

/**
 * The user with a profile. An account gets it with its first session, not before its address is confirmed: who never
 * opens the mail takes no name and counts as no member. If the name was taken meanwhile, one is made from the address.
 */
export async function ensureProfile(tx: Tx, user: UserRow, now: Date): Promise<UserRow> {
  const [profile] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, user.id));
  if (profile) return user;
  const wanted = wantedName(user);
  const named = { userId: user.id, email: user.email, now };
  let username: string;
  try {
    username = await createProfile(tx, { ...named, username: wanted });
  } catch (error) {
    if (wanted === undefined || !(error instanceof AuthError)) throw error;
    username = await createProfile(tx, { ...named, username: undefined });
  }
  // A guest who asked for no name has none in the metadata.
  if (user.isAnonymous && wanted === undefined) return user;
  const userMetadata = { ...user.userMetadata, username };
  await tx.update(users).set({ userMetadata }).where(eq(users.id, user.id));
  return { ...user, userMetadata };
}

/** The name that came with the sign-up, if it is one: data of an invitation are not checked beforehand. */
function wantedName({ userMetadata }: UserRow): string | undefined {
  if (userMetadata.username === undefined || userMetadata.username === null) return undefined;
  try {
    return checkUsername(userMetadata.username);
  } catch {
    return undefined;
  }
}
