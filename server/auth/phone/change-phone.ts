import type { Viewer } from "#core/accounts/member.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { completeAddressChange } from "../codes/confirm-address.ts";
import { deleteTokens } from "../codes/one-time-tokens.ts";
import { withSendLimits } from "../codes/send-limits.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import type { UserRow } from "../tables.ts";
import { rejectTakenAddress } from "../user/create-account.ts";
import { requirePhone, type TextChannel } from "../user/require-address.ts";
import { lockOwnUser, requireViewerSession } from "../user/require-viewer-session.ts";
import { updateUserRow } from "../user/store-user.ts";
import { sendCodeByText } from "./send-code-by-text.ts";

/**
 * Returns the normalized new phone number, or undefined if none is given or the account already has it. Throws
 * AuthError: phone_provider_disabled, validation_failed, phone_exists.
 */
export async function readNewPhone(auth: AuthDeps, db: Db | Tx, user: UserRow, input: string | undefined) {
  if (!input || input === user.phone) return undefined;
  const phone = requirePhone(auth, input);
  if (phone === user.phone) return undefined;
  await rejectTakenAddress(db, { phone }, user.id);
  return phone;
}

/**
 * Stores the new number and texts a code to it, or switches to it immediately if numbers need no confirmation. Runs in
 * the caller's transaction, which has locked the user. Throws AuthError("phone_exists").
 */
export async function beginPhoneChange(
  auth: AuthDeps,
  tx: Tx,
  user: UserRow,
  { phone, channel }: { phone: string; channel: TextChannel },
): Promise<UserRow> {
  if (auth.config.auth.smsAutoconfirm)
    return completeAddressChange(auth, tx, { ...user, newPhone: phone }, "phone");
  if (user.newPhone !== phone) await deleteTokens(tx, user.id, ["phone_change"]);
  const updatedUser = await updateUserRow(tx, user.id, { newPhone: phone });
  return sendCodeByText(auth, tx, { user: updatedUser, purpose: "phone_change", channel });
}

/**
 * Texts another code for a pending phone change. Does nothing if none is pending. Throws AppError("not_signed_in");
 * AuthError: over_request_rate_limit, over_sms_send_rate_limit, sms_send_failed.
 */
export async function resendOwnPhoneCode(auth: AuthDeps, viewer: Viewer, client: ClientInfo): Promise<void> {
  const { user, session } = await requireViewerSession(auth, viewer);
  await countRequest(auth, "resend", client.ip);
  if (user.newPhone === null) return;
  const message = { group: "phone_change", keys: [user.id, user.newPhone], quota: "sign_ups" } as const;
  await withSendLimits(auth, [message], client, async (tx) => {
    const lockedUser = await lockOwnUser(tx, { user, session });
    if (lockedUser.newPhone !== null)
      await sendCodeByText(auth, tx, { user: lockedUser, purpose: "phone_change", channel: "sms" });
  });
}
