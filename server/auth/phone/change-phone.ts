import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { acceptToken } from "../codes/accept-token.ts";
import { completeAddressChange } from "../codes/confirm-address.ts";
import { deleteTokens, matchCode } from "../codes/one-time-tokens.ts";
import { withSendLimits } from "../codes/send-limits.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countCodeAttempt, countRequest } from "../limits.ts";
import { isKnownIp } from "../session/known-devices.ts";
import { oneTimeTokens, type UserRow } from "../tables.ts";
import { rejectTakenAddress } from "../user/create-account.ts";
import { getOwnBearer, lockOwnUser } from "../user/get-own-bearer.ts";
import { requirePhone, type TextChannel } from "../user/require-address.ts";
import { updateUserRow } from "../user/store-user.ts";
import { sendCodeBySms } from "./send-code-by-sms.ts";

/**
 * Returns the normalized new phone number, or undefined if the account already has it. Throws AuthError:
 * phone_provider_disabled, validation_failed, phone_exists.
 */
export async function readNewPhone(auth: AuthDeps, db: Db | Tx, user: UserRow, input: string | undefined) {
  if (!input || input === user.phone) return undefined;
  const phone = requirePhone(auth, input);
  if (phone === user.phone) return undefined;
  await rejectTakenAddress(db, { phone }, user.id);
  return phone;
}

/**
 * Stores the new number and texts a code to it, or switches immediately if numbers need no confirmation. Runs in the
 * caller's transaction, which has locked the user. Throws AuthError("phone_exists").
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
  return sendCodeBySms(auth, tx, { user: updatedUser, purpose: "phone_change", channel });
}

/**
 * Completes a pending phone change with the texted code. Throws AppError("not_signed_in"); AuthError: otp_expired,
 * phone_exists, over_request_rate_limit.
 */
export async function confirmOwnPhone(auth: AuthDeps, viewer: Viewer, code: string, client: ClientInfo) {
  const { user } = await getOwnBearer(auth, viewer);
  await countRequest(auth, "verify", client.ip);
  if (user.newPhone === null) throw new AuthError("otp_expired");
  const knownIp = (await isKnownIp(auth, user.id, client.ip)) ? client.ip : undefined;
  const attempt = await countCodeAttempt(auth, user.newPhone, knownIp);
  // A wrong code must be counted even though the request fails.
  const isCorrect = await auth.database.db.transaction(async (tx) => {
    const lockedUser = await lockOwnUser(tx, user.id);
    const rows = await tx
      .select()
      .from(oneTimeTokens)
      .where(and(eq(oneTimeTokens.userId, user.id), eq(oneTimeTokens.kind, "phone_change")))
      .for("update");
    const row = await matchCode(auth, tx, rows, code.replace(/\s/g, ""));
    if (!row || row.address !== lockedUser.newPhone) return false;
    await acceptToken(auth, tx, lockedUser, row);
    return true;
  });
  if (!isCorrect) throw new AuthError("otp_expired");
  await attempt.refund();
  auth.mailer.wake();
}

/**
 * Texts another code for a pending phone change. Does nothing if none is pending. Throws AppError("not_signed_in");
 * AuthError: over_request_rate_limit, over_sms_send_rate_limit.
 */
export async function resendOwnPhoneCode(auth: AuthDeps, viewer: Viewer, client: ClientInfo): Promise<void> {
  const { user } = await getOwnBearer(auth, viewer);
  await countRequest(auth, "resend", client.ip);
  if (user.newPhone === null) return;
  const message = { group: "phone_change", keys: [user.id, user.newPhone], quota: "sign_ups" } as const;
  await withSendLimits(auth, [message], client, async (tx) => {
    const lockedUser = await lockOwnUser(tx, user.id);
    if (lockedUser.newPhone !== null)
      await sendCodeBySms(auth, tx, { user: lockedUser, purpose: "phone_change", channel: "sms" });
  });
}
