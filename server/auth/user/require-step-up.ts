import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countPasswordAttempt } from "../limits.ts";
import { CODE_METHOD, recordProof } from "../session/record-proof.ts";
import type { SessionUser, UserRow } from "../tables.ts";
import { isStepUpRequired } from "./is-step-up-required.ts";
import { consumeNonce } from "./reauthenticate.ts";

interface ProofInput {
  readonly currentPassword?: string | undefined;
  /** A one-time code from /reauthenticate. */
  readonly nonce?: string | undefined;
  readonly client: ClientInfo;
}

/**
 * Protects changes that a stolen session alone must not make: password, email, phone, passkeys, linked identities and
 * two-factor authentication. Passes after a recent sign-in, with the current password, or with a one-time code. If
 * two-factor authentication is on, the caller must already have checked that the session verified a factor. Throws
 * AuthError: reauthentication_needed, current_password_invalid, reauthentication_not_valid, session_not_found,
 * over_request_rate_limit.
 */
export async function requireStepUp(auth: AuthDeps, bearer: SessionUser, proof?: ProofInput): Promise<void> {
  if (!(await isStepUpRequired(auth, bearer))) return;
  const { user, session } = bearer;
  const usesPassword = Boolean(proof?.currentPassword) && user.encryptedPassword !== null;
  if (proof && usesPassword) {
    if (!(await isCurrentPassword(auth, user, proof.currentPassword ?? "", proof.client)))
      throw new AuthError("current_password_invalid");
  } else if (proof?.nonce) await consumeNonce(auth, user.id, proof.nonce);
  else
    throw new AuthError("reauthentication_needed", {
      message: "This change requires a recent sign-in, the current password or a reauthentication code",
    });
  if (!session) return;
  // Recorded, so that resubmitting the form after a typo doesn't require another code.
  const methods = [usesPassword ? "password" : CODE_METHOD];
  if (!(await auth.database.db.transaction((tx) => recordProof(auth, tx, session.id, methods))))
    throw new AuthError("session_not_found");
}

/**
 * Checks the password. A wrong one counts as a sign-in attempt, so that passwords can't be guessed from an open
 * browser.
 */
export async function isCurrentPassword(auth: AuthDeps, user: UserRow, input: string, client: ClientInfo) {
  const attempt = await countPasswordAttempt(auth, user.email ?? user.phone ?? user.id, client.ip);
  const isCorrect = await auth.passwords.verify(input, user.encryptedPassword);
  if (isCorrect) await attempt.refund();
  return isCorrect;
}
