import { and, eq, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { deleteTokens } from "../codes/one-time-tokens.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countPasswordAttempt } from "../limits.ts";
import { checkNewPassword } from "../password/check-password.ts";
import { createValidationError } from "../request-body.ts";
import { deleteAuthCodes } from "../session/flow-state.ts";
import type { PasswordInput } from "../session/sign-in-with-password.ts";
import { factors, type SessionUser, sessions, type UserRow, users } from "../tables.ts";
import { hasVerifiedFactor } from "../two-factor/factors.ts";
import { consumeNonce, isNonceRequired } from "./reauthenticate.ts";
import { isCurrentPassword, requireStepUp } from "./require-step-up.ts";
import { NO_PENDING_CHANGE } from "./store-user.ts";

export interface CredentialChange extends PasswordInput {
  /** The reauthentication code. */
  readonly nonce?: string | undefined;
  readonly currentPassword?: string | undefined;
}

/**
 * After a sign-in with an emailed link, or with an emailed or texted code, a new password doesn't require the current
 * one, because the sign-in proved access to the mailbox or phone.
 */
export const CODE_SIGN_IN_METHODS = new Set(["otp", "magiclink", "recovery"]);

/**
 * Authorizes a change of email, phone or password before anything is written. The site may require the current password
 * or a code even after a recent sign-in. Throws AuthError: validation_failed, weak_password, current_password_required,
 * current_password_invalid, reauthentication_needed, reauthentication_not_valid, session_not_found,
 * over_request_rate_limit.
 */
export async function authorizeCredentialChange(
  auth: AuthDeps,
  { user, session }: SessionUser,
  { email, phone, password, nonce, currentPassword }: CredentialChange,
  client: ClientInfo,
): Promise<void> {
  if (password) {
    if (user.isAnonymous && !email && !phone)
      throw createValidationError(
        "Updating password of an anonymous user without an email or phone is not allowed",
        422,
      );
    checkNewPassword(auth, password, { email: email ?? user.email, username: user.userMetadata.username });
    const signedInWithCode = session?.amr.some(({ method }) => CODE_SIGN_IN_METHODS.has(method));
    const requiresPassword = auth.config.auth.requireCurrentPassword && user.encryptedPassword !== null;
    if (requiresPassword && !signedInWithCode) {
      if (!currentPassword) throw new AuthError("current_password_required");
      if (!(await isCurrentPassword(auth, user, currentPassword, client)))
        throw new AuthError("current_password_invalid");
    }
    // This comes last, because it consumes the code.
    if (isNonceRequired(auth, { session })) return consumeNonce(auth, user.id, nonce);
    if (requiresPassword && !signedInWithCode) return;
  }
  await requireStepUp(auth, { user, session }, { currentPassword, nonce, client });
}

/**
 * Hashes a password that must differ from the current one. A same_password error confirms a guess, so the call counts
 * as a password attempt until the caller has made the change and calls `refundAttempt`. Throws AuthError:
 * same_password, over_request_rate_limit.
 */
export async function hashNewPassword(auth: AuthDeps, user: UserRow, password: string, client: ClientInfo) {
  const attempt = await countPasswordAttempt(auth, user.email ?? user.phone ?? user.id, client.ip);
  if (await auth.passwords.verify(password, user.encryptedPassword)) throw new AuthError("same_password");
  return { hash: await auth.passwords.hash(password), refundAttempt: attempt.refund };
}

export const NO_PENDING_CHANGES = { ...NO_PENDING_CHANGE.email, ...NO_PENDING_CHANGE.phone };

/**
 * Cancels what an attacker may have started: unconfirmed changes of email or phone, unverified factors, and sign-ins
 * (in PKCE flows or for apps) with a code that hasn't been exchanged. Locks the user's row.
 */
export async function cancelPendingChanges(tx: Tx, userId: string): Promise<void> {
  await tx.update(users).set(NO_PENDING_CHANGES).where(eq(users.id, userId));
  await deleteTokens(tx, userId, ["email_change_current", "email_change_new", "phone_change"]);
  await deleteAuthCodes(tx, userId);
  await tx.delete(factors).where(and(eq(factors.userId, userId), eq(factors.status, "unverified")));
}

/** Matches the user's sessions except the current one. If there is no current one, matches all. */
export const isOtherSession = (userId: string, currentSessionId: string | undefined) =>
  and(
    eq(sessions.userId, userId),
    currentSessionId === undefined ? undefined : ne(sessions.id, currentSessionId),
  );

/** Ends the user's other sessions, and invalidates all codes and pending changes. */
export async function revokeOtherAccess(tx: Tx, userId: string, currentSessionId: string | undefined) {
  await cancelPendingChanges(tx, userId);
  await tx.delete(sessions).where(isOtherSession(userId, currentSessionId));
  await deleteTokens(tx, userId);
}

/**
 * Checks whether the session may change credentials. Throws AuthError: insufficient_aal if the session hasn't verified
 * a factor although two-factor authentication is on; user_sso_managed if the password, email or phone of a single
 * sign-on account would change.
 */
export async function requireCredentialChangeAllowed(
  auth: AuthDeps,
  { user, session }: SessionUser,
  changes: Pick<CredentialChange, "email" | "phone" | "password">,
): Promise<void> {
  if (session?.aal !== "aal2" && (await hasVerifiedFactor(auth.database.db, user.id)))
    throw new AuthError("insufficient_aal");
  if (user.isSsoUser && (changes.email || changes.phone || changes.password))
    throw new AuthError("user_sso_managed");
}
