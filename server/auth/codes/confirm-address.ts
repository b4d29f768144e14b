import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import type { UserRow } from "../tables.ts";
import { rejectTakenAddress } from "../user/create-account.ts";
import { notifyOwner } from "../user/notify-owner.ts";
import { type AddressKind, setConfirmedAddress } from "./set-confirmed-address.ts";

/** Confirms the user's current email address or phone number. */
export async function confirmAddress(tx: Tx, user: UserRow, kind: AddressKind, now: Date): Promise<UserRow> {
  const address = user[kind];
  if (user[`${kind}ConfirmedAt`] !== null || address === null) return user;
  return setConfirmedAddress(tx, user, kind, address, now);
}

/**
 * Makes the pending email address or phone number the account's confirmed one, and notifies the owner at the email
 * address that the account had before. Throws AuthError: otp_expired if no change is pending; email_exists or
 * phone_exists if another account has taken the new address or number since.
 */
export async function completeAddressChange(auth: AuthDeps, tx: Tx, user: UserRow, kind: AddressKind) {
  const address = kind === "email" ? user.newEmail : user.newPhone;
  if (address === null) throw new AuthError("otp_expired");
  if (kind === "email") {
    await rejectTakenAddress(tx, { email: address }, user.id);
    await notifyOwner(auth, tx, user, { kind: "email_changed", newAddress: address });
  } else {
    await rejectTakenAddress(tx, { phone: address }, user.id);
    await notifyOwner(auth, tx, user, { kind: "phone_changed" });
  }
  return setConfirmedAddress(tx, user, kind, address, auth.clock.now());
}
