import { eq } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { completeEmailChange, confirmEmail } from "../codes/confirm-email.ts";
import { deleteTokens, type OneTimeTokenRow } from "../codes/one-time-tokens.ts";
import type { AuthDeps } from "../deps.ts";
import { completePhoneChange, confirmPhone } from "../phone/confirm-phone.ts";
import { type UserRow, users } from "../tables.ts";

/**
 * Applies a correct code: consumes it and confirms the address, or completes the change to a new one. Returns
 * `isPartial` if the other address still has to confirm. Throws AuthError: email_exists, phone_exists.
 */
export async function acceptToken(
  auth: AuthDeps,
  tx: Tx,
  user: UserRow,
  { kind }: OneTimeTokenRow,
): Promise<{ user: UserRow; isPartial: boolean }> {
  const side = kind === "email_change_current" ? "current" : kind === "email_change_new" ? "new" : undefined;
  if (side !== undefined && isOtherSideRequired(auth, user, side)) {
    await deleteTokens(tx, user.id, [kind]);
    await tx.update(users).set({ emailChangeConfirmedSide: side }).where(eq(users.id, user.id));
    return { user, isPartial: true };
  }
  const confirmed = await confirm(auth, tx, user, kind);
  await deleteTokens(tx, user.id);
  return { user: confirmed, isPartial: false };
}

function confirm(auth: AuthDeps, tx: Tx, user: UserRow, kind: OneTimeTokenRow["kind"]): Promise<UserRow> {
  const now = auth.clock.now();
  switch (kind) {
    case "email_change_current":
    case "email_change_new":
      return completeEmailChange(auth, tx, user);
    case "sms":
      return confirmPhone(tx, user, now);
    case "phone_change":
      return completePhoneChange(auth, tx, user);
    default:
      return confirmEmail(tx, user, now);
  }
}

/**
 * Whether the other address must confirm too. One confirmation is enough if addresses need no confirmation,
 * or if there is no old address.
 */
function isOtherSideRequired({ config }: AuthDeps, user: UserRow, side: "current" | "new"): boolean {
  if (config.auth.autoconfirm || !config.auth.secureEmailChange || user.email === null) return false;
  return user.emailChangeConfirmedSide === null || user.emailChangeConfirmedSide === side;
}
