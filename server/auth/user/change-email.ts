import { parseEmail } from "#core/accounts/email.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { completeAddressChange } from "../codes/confirm-address.ts";
import { deleteTokens, issueToken, type OneTimeToken } from "../codes/one-time-tokens.ts";
import { buildPersonalLink } from "../codes/send-code.ts";
import { withSendLimits } from "../codes/send-limits.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { requireValid } from "../request-body.ts";
import { beginFlow, type LinkTarget } from "../session/flow-state.ts";
import type { UserRow } from "../tables.ts";
import { rejectTakenAddress } from "./create-account.ts";
import { lockOwnUser, requireViewerSession } from "./require-viewer-session.ts";
import { NO_PENDING_CHANGE, updateUserRow } from "./store-user.ts";

type EmailSide = "current" | "new";

/**
 * Returns the normalized new email address, or undefined if there is no input or the account already has this address.
 * Throws AuthError: validation_failed, email_exists.
 */
export async function readNewEmail(db: Db | Tx, user: UserRow, input: string | undefined) {
  if (!input) return undefined;
  const { email } = requireValid(parseEmail(input));
  if (email === user.email) return undefined;
  await rejectTakenAddress(db, { email }, user.id);
  return email;
}

/**
 * Stores the new address and emails a confirmation. If an anonymous account needs no confirmation, it gets the address
 * immediately and is no longer anonymous. Runs in the caller's transaction, which has locked the user.
 */
export async function beginEmailChange(
  auth: AuthDeps,
  tx: Tx,
  user: UserRow,
  email: string,
  linkTarget: LinkTarget,
): Promise<UserRow> {
  if (user.isAnonymous && auth.config.auth.autoconfirm)
    return completeAddressChange(auth, tx, { ...user, newEmail: email }, "email");
  const updatedUser = await storeNewEmail(tx, user, email);
  return sendEmailChangeLinks(auth, tx, updatedUser, linkTarget);
}

/** Stores a new address. If a different one was pending, its confirmations are discarded. */
export async function storeNewEmail(tx: Tx, user: UserRow, email: string): Promise<UserRow> {
  if (user.newEmail === email) return user;
  await deleteTokens(tx, user.id, ["email_change_current", "email_change_new"]);
  return updateUserRow(tx, user.id, { newEmail: email, emailChangeConfirmedSide: null });
}

/**
 * Emails the new address and, with secure email change, the current one. Even if one of them has already been
 * confirmed, it must be confirmed again, so that a confirmation doesn't outlive the codes that were sent with it.
 */
export async function sendEmailChangeLinks(
  auth: AuthDeps,
  tx: Tx,
  user: UserRow,
  { redirectTo, challenge }: LinkTarget,
): Promise<UserRow> {
  const flowId = challenge && (await beginFlow(auth, tx, challenge, "email_change"));
  const sides: EmailSide[] =
    auth.config.auth.secureEmailChange && user.email !== null ? ["new", "current"] : ["new"];
  for (const side of sides) {
    const { token, address } = await createEmailToken(auth, tx, { user, side, flowId });
    await auth.mailer.queue(tx, {
      kind: `email_change_${side}`,
      to: address,
      newAddress: user.newEmail ?? "",
      code: token.code,
      link: buildPersonalLink(auth, token, "email_change", redirectTo),
      seconds: auth.config.auth.otpSeconds,
    });
  }
  return updateUserRow(tx, user.id, { emailChangeSentAt: auth.clock.now(), emailChangeConfirmedSide: null });
}

/** Creates the code and link for confirming the change at one of the addresses, without sending them. */
export async function createEmailToken(
  auth: AuthDeps,
  tx: Tx,
  { user, side, flowId }: { user: UserRow; side: EmailSide; flowId?: string | undefined },
): Promise<{ token: OneTimeToken; address: string }> {
  const address = side === "new" ? user.newEmail : user.email;
  if (address === null) throw new Error("the user has no address to send a code to");
  const kind = `email_change_${side}` as const;
  return { token: await issueToken(auth, tx, { userId: user.id, kind, address, flowId }), address };
}

/**
 * Emails new links for a pending email change, which invalidates the earlier ones. Does nothing if no change is
 * pending. Throws AppError("not_signed_in"); AuthError: over_request_rate_limit, over_email_send_rate_limit.
 */
export async function resendOwnEmailChange(
  auth: AuthDeps,
  viewer: Viewer,
  redirectTo: string,
  client: ClientInfo,
): Promise<void> {
  const { user, session } = await requireViewerSession(auth, viewer);
  await countRequest(auth, "resend", client.ip);
  if (user.newEmail === null) return;
  const keys = [user.email ?? user.id, user.newEmail];
  const message = { group: "email_change", keys, quota: "sign_ups" } as const;
  await withSendLimits(auth, [message], client, async (tx) => {
    const lockedUser = await lockOwnUser(tx, { user, session });
    if (lockedUser.newEmail !== null) await sendEmailChangeLinks(auth, tx, lockedUser, { redirectTo });
  });
}

/** Cancels a pending change of email or phone and invalidates its codes. Throws AppError("not_signed_in"). */
export async function cancelOwnChange(auth: AuthDeps, viewer: Viewer, kind: "email" | "phone") {
  const { user, session } = await requireViewerSession(auth, viewer);
  await auth.database.db.transaction(async (tx) => {
    await lockOwnUser(tx, { user, session });
    const kinds =
      kind === "email"
        ? (["email_change_current", "email_change_new"] as const)
        : (["phone_change"] as const);
    await deleteTokens(tx, user.id, kinds);
    await updateUserRow(tx, user.id, { ...NO_PENDING_CHANGE[kind], updatedAt: auth.clock.now() });
  });
}
