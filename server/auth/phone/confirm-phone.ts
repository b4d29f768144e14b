import { and, eq, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { setConfirmedAddress } from "../codes/set-confirmed-address.ts";
import type { AuthDeps } from "../deps.ts";
import { type UserRow, users } from "../tables.ts";
import { notifyOwner } from "../user/notify-owner.ts";

/** Confirms the phone number, including in the metadata and the identity. */
export async function confirmPhone(tx: Tx, user: UserRow, now: Date): Promise<UserRow> {
  if (user.phoneConfirmedAt !== null || user.phone === null) return user;
  return setConfirmedAddress(tx, user, "phone", user.phone, now);
}

/**
 * Switches the account to its new number, now confirmed. Throws AuthError("phone_exists") if it has been
 * taken since.
 */
export async function completePhoneChange(auth: AuthDeps, tx: Tx, user: UserRow): Promise<UserRow> {
  const phone = user.newPhone;
  if (phone === null) throw new AuthError("otp_expired");
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.phone, phone), ne(users.id, user.id)));
  if (other) throw new AuthError("phone_exists");
  await notifyOwner(auth, tx, user, { kind: "phone_changed" });
  return setConfirmedAddress(tx, user, "phone", phone, auth.clock.now());
}
