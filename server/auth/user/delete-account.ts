import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { AccountDeletion } from "#core/accounts/own-account.ts";
import { confirmsUsername } from "#core/accounts/username.ts";
import { AppError } from "#core/errors.ts";
import { withSendLimits } from "../codes/send-limits.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { closeAccount } from "./account-deletions.ts";
import { canReceiveCodes, isStepUpRequired } from "./is-step-up-required.ts";
import { consumeNonce, emailNonce, reauthenticate } from "./reauthenticate.ts";
import { requireAnotherAdministrator } from "./require-another-administrator.ts";
import { isCurrentPassword } from "./require-step-up.ts";
import { lockOwnUser, requireViewerSession, type ViewerSession } from "./require-viewer-session.ts";

/**
 * Closes the member's own account permanently. Requires the typed username and the password. Without a password,
 * requires a code sent to the owner or, if the account can't receive codes, a recent sign-in where that is possible.
 * Throws AppError: not_signed_in, invalid_input (with fields), last_administrator, step_up_required;
 * AuthError("over_request_rate_limit").
 */
export async function deleteAccount(
  auth: AuthDeps,
  viewer: Viewer,
  deletion: AccountDeletion,
  client: ClientInfo,
): Promise<void> {
  const bearer = await requireViewerSession(auth, viewer);
  const { user } = bearer;
  if (!viewer || !confirmsUsername(deletion.username, viewer.username))
    throw createInputError({ username: "Type your username exactly as shown." });
  // Checked first, so that no code is wasted, and again in the transaction that closes the account.
  await auth.database.db.transaction((tx) => requireAnotherAdministrator(auth, tx, user));
  await checkProof(auth, bearer, deletion, client);
  await auth.database.db.transaction(async (tx) => {
    await requireAnotherAdministrator(auth, tx, user);
    await closeAccount(auth, tx, await lockOwnUser(tx, bearer, "update"));
  });
}

async function checkProof(
  auth: AuthDeps,
  { user, session }: ViewerSession,
  { password, code }: AccountDeletion,
  client: ClientInfo,
): Promise<void> {
  if (user.encryptedPassword !== null) {
    if (!password) throw createInputError({ password: "Enter your password to delete your account." });
    if (await isCurrentPassword(auth, user, password, client)) return;
    throw createInputError({ password: "Incorrect password." });
  }
  // The owner of an account that can't receive a code has to sign in again instead. If that isn't possible either, the
  // session is the only proof.
  if (!canReceiveCodes(user)) {
    if (await isStepUpRequired(auth, { user, session })) throw new AppError("step_up_required");
    return;
  }
  try {
    await consumeNonce(auth, user.id, code.trim());
  } catch (error) {
    if (!(error instanceof AuthError) || error.code === "over_request_rate_limit") throw error;
    throw createInputError({
      code: code.trim()
        ? "Incorrect or expired code. Check it, or request a new one."
        : "Request a code, then enter it here.",
    });
  }
}

/**
 * Sends the code that proves the member's identity, to step up or to delete an account without a password. Throws
 * AppError("not_signed_in"); the same AuthErrors as reauthenticate.
 */
export async function sendProofCode(auth: AuthDeps, viewer: Viewer, client: Pick<ClientInfo, "ip">) {
  const { user } = await requireViewerSession(auth, viewer);
  const address = user.ssoEmail;
  if (address === null) return reauthenticate(auth, { user }, client);
  // An address from an identity provider can't be used to sign in, but it reaches the owner.
  const message = { group: "reauthentication", keys: [user.id], quota: "trusted" } as const;
  await withSendLimits(auth, [message], client, (tx) => emailNonce(auth, tx, user.id, address));
}

const createInputError = (fieldErrors: Record<string, string>) =>
  new AppError("invalid_input", { fieldErrors });
