import { eq } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { type UserRow, users } from "../tables.ts";
import { completeAddressChange, confirmAddress } from "./confirm-address.ts";
import { deleteTokens, type OneTimeTokenRow } from "./one-time-tokens.ts";

/**
 * Applies a correct code: consumes it and confirms the address, or completes the change to a new one.
 * `isPartial` in the result means that the change still has to be confirmed at the other address. Throws AuthError:
 * email_exists, phone_exists, otp_expired.
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

/**
 * Whether the other address must still confirm the change: not if it already has, if there is no other address, or if
 * the site doesn't require it.
 */
function isOtherSideRequired({ config }: AuthDeps, user: UserRow, side: "current" | "new"): boolean {
  if (config.auth.autoconfirm || !config.auth.secureEmailChange || user.email === null) return false;
  return user.emailChangeConfirmedSide === null || user.emailChangeConfirmedSide === side;
}
