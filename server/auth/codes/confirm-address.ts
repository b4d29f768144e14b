import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { hasSqlState, type Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { identities, type UserRow, users } from "../tables.ts";
import { rejectTakenAddress } from "../user/create-account.ts";
import { notifyOwner } from "../user/notify-owner.ts";
import { addProvider, insertIdentity, NO_PENDING_CHANGE, updateUserRow } from "../user/store-user.ts";
import { deleteTokens, type OneTimeTokenRow } from "./one-time-tokens.ts";

type AddressKind = "email" | "phone";

/** Confirms the user's current email address or phone number. */
export async function confirmAddress(tx: Tx, user: UserRow, kind: AddressKind, now: Date): Promise<UserRow> {
  const address = user[kind];
  if (user[`${kind}ConfirmedAt`] !== null || address === null) return user;
  return setConfirmedAddress(tx, user, kind, address, now);
}

/**
 * Switches the account to its new email address or phone number, now confirmed, and notifies the owner at the old
 * address. Throws AuthError: otp_expired if no change is pending; email_exists, phone_exists if another account
 * has taken the new address since.
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

/** Sets an address that counts as confirmed, and adds its identity. Throws AuthError: email_exists, phone_exists. */
export async function setConfirmedAddress(
  tx: Tx,
  user: UserRow,
  kind: AddressKind,
  address: string,
  now: Date,
): Promise<UserRow> {
  const confirmedData = { [kind]: address, [`${kind}_verified`]: true };
  const [identity] = await tx
    .select()
    .from(identities)
    .where(and(eq(identities.userId, user.id), eq(identities.provider, kind)));
  if (identity)
    await tx
      .update(identities)
      .set({ identityData: { ...identity.identityData, ...confirmedData }, updatedAt: now })
      .where(eq(identities.id, identity.id));
  else
    await insertIdentity(tx, {
      userId: user.id,
      provider: kind,
      identityData: { sub: user.id, email_verified: false, phone_verified: false, ...confirmedData },
      now,
    });

  return updateUserRow(tx, user.id, {
    [kind]: address,
    [`${kind}ConfirmedAt`]: now,
    isAnonymous: false,
    appMetadata: addProvider(user.appMetadata, kind),
    userMetadata: {
      ...user.userMetadata,
      ...(kind in user.userMetadata ? { [kind]: address } : {}),
      [`${kind}_verified`]: true,
    },
    ...(address === user[kind] ? {} : NO_PENDING_CHANGE[kind]),
    updatedAt: now,
  }).catch((error: unknown) => {
    // Another account confirmed the address after the caller's check.
    throw hasSqlState(error, "unique_violation") ? new AuthError(`${kind}_exists`, { cause: error }) : error;
  });
}

/**
 * Applies a correct code: consumes it and confirms the address, or completes the change to a new one. Returns
 * `isPartial` if the change still has to be confirmed at the other address. Throws AuthError: email_exists, phone_exists.
 */
export async function acceptToken(auth: AuthDeps, tx: Tx, user: UserRow, { kind }: OneTimeTokenRow) {
  const side = kind === "email_change_current" ? "current" : kind === "email_change_new" ? "new" : undefined;
  if (side !== undefined && isOtherSideRequired(auth, user, side)) {
    await deleteTokens(tx, user.id, [kind]);
    await tx.update(users).set({ emailChangeConfirmedSide: side }).where(eq(users.id, user.id));
    return { user, isPartial: true };
  }
  const addressKind = kind === "sms" || kind === "phone_change" ? "phone" : "email";
  const confirmedUser =
    side !== undefined || kind === "phone_change"
      ? await completeAddressChange(auth, tx, user, addressKind)
      : await confirmAddress(tx, user, addressKind, auth.clock.now());
  await deleteTokens(tx, user.id);
  return { user: confirmedUser, isPartial: false };
}

/** Whether the change must also be confirmed at the other address: not if confirmation is off or there is no old one. */
function isOtherSideRequired({ config }: AuthDeps, user: UserRow, side: "current" | "new"): boolean {
  if (config.auth.autoconfirm || !config.auth.secureEmailChange || user.email === null) return false;
  return user.emailChangeConfirmedSide === null || user.emailChangeConfirmedSide === side;
}
