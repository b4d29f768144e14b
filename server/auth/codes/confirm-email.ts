import { and, eq, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { type UserRow, users } from "../tables.ts";
import { notifyOwner } from "../user/notify-owner.ts";
import { setConfirmedAddress } from "./set-confirmed-address.ts";

/** Confirms the email address, including in the metadata and the identity. */
export async function confirmEmail(tx: Tx, user: UserRow, now: Date): Promise<UserRow> {
  if (user.emailConfirmedAt !== null || user.email === null) return user;
  return setConfirmedAddress(tx, user, "email", user.email, now);
}

/**
 * Switches the account to its new address, now confirmed, and emails the old one. Throws
 * AuthError("email_exists") if the new address has been taken since.
 */
export async function completeEmailChange(auth: AuthDeps, tx: Tx, user: UserRow): Promise<UserRow> {
  const email = user.newEmail;
  if (email === null) throw new AuthError("otp_expired");
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, user.id)));
  if (other) throw new AuthError("email_exists");
  await notifyOwner(auth, tx, user, { kind: "email_changed", newAddress: email });
  return setConfirmedAddress(tx, user, "email", email, auth.clock.now());
}
