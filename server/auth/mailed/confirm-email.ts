import { and, eq, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { identities, type UserRow, users } from "../tables.ts";

/** The user with the address confirmed, in the metadata and the identity too. */
export async function confirmEmail(tx: Tx, user: UserRow, now: Date): Promise<UserRow> {
  if (user.emailConfirmedAt !== null || user.email === null) return user;
  return keepEmail(tx, user, user.email, now);
}

/** Moves the account to its new address, confirmed. Throws AuthError("email_exists") when that is taken by now. */
export async function completeEmailChange(tx: Tx, user: UserRow, now: Date): Promise<UserRow> {
  const email = user.newEmail;
  if (email === null) throw new AuthError("otp_expired");
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, user.id)));
  if (other) throw new AuthError("email_exists");
  return keepEmail(tx, user, email, now);
}

async function keepEmail(tx: Tx, user: UserRow, email: string, now: Date): Promise<UserRow> {
  const [identity] = await tx
    .select()
    .from(identities)
    .where(and(eq(identities.userId, user.id), eq(identities.provider, "email")));
  if (identity)
    await tx
      .update(identities)
      .set({ identityData: { ...identity.identityData, email, email_verified: true }, updatedAt: now })
      .where(eq(identities.id, identity.id));
  else
    await tx.insert(identities).values({
      userId: user.id,
      provider: "email",
      providerId: user.id,
      identityData: { sub: user.id, email, email_verified: true, phone_verified: false },
      createdAt: now,
      updatedAt: now,
    });

  const { provider, providers } = user.appMetadata;
  const known = Array.isArray(providers) ? providers : [];
  const [changed] = await tx
    .update(users)
    .set({
      email,
      emailConfirmedAt: now,
      isAnonymous: false,
      appMetadata: {
        ...user.appMetadata,
        provider: provider ?? "email",
        providers: known.includes("email") ? known : [...known, "email"],
      },
      userMetadata: {
        ...user.userMetadata,
        ...("email" in user.userMetadata ? { email } : {}),
        email_verified: true,
      },
      ...(email === user.email ? {} : { newEmail: null, emailChangeHalf: null, emailChangeSentAt: null }),
      updatedAt: now,
    })
    .where(eq(users.id, user.id))
    .returning();
  if (!changed) throw new Error("an address could not be kept");
  return changed;
}
