import { and, eq, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthContext, From } from "../context.ts";
import { countPasswordTry } from "../limits.ts";
import { clearTokens } from "../mailed/one-time-tokens.ts";
import { checkNewPassword } from "../password/check-password.ts";
import type { Bearer } from "../session/authenticate-bearer.ts";
import { sessions } from "../tables.ts";
import { needsReauthentication, spendNonce } from "./reauthenticate.ts";

export interface PasswordChange {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  /** The code of a reauthentication. */
  readonly nonce?: string | undefined;
  readonly currentPassword?: string | undefined;
}

/** Sessions opened by these have shown the mailbox, which is what one does who has forgotten the password. */
export const WITHOUT_PASSWORD = new Set(["otp", "magiclink", "recovery"]);

/**
 * The hash of the new password, once everything that guards the change agrees. Throws AuthError: validation_failed,
 * weak_password, same_password, current_password_required, current_password_invalid, reauthentication_needed,
 * reauthentication_not_valid, over_request_rate_limit.
 */
export async function hashNewPassword(
  auth: AuthContext,
  { user, session }: Pick<Bearer, "user" | "session">,
  { email, phone, password = "", nonce, currentPassword }: PasswordChange,
  from: From,
): Promise<string> {
  if (user.isAnonymous && !email && !phone)
    throw new AuthError("validation_failed", {
      status: 422,
      message: "Updating password of an anonymous user without an email or phone is not allowed",
    });
  checkNewPassword(auth, password, { email: email ?? user.email, username: user.userMetadata.username });
  const stored = user.encryptedPassword;
  if (auth.config.auth.requireCurrentPassword && stored !== null) {
    if (!session?.amr.some(({ method }) => WITHOUT_PASSWORD.has(method)))
      await checkCurrentPassword(
        auth,
        { account: user.email ?? user.phone ?? user.id, stored, currentPassword },
        from,
      );
  }
  if (stored !== null && (await auth.passwords.verify(password, stored)))
    throw new AuthError("same_password");
  // Last, since the code is spent by it.
  if (needsReauthentication(auth, { session })) await spendNonce(auth, user.id, nonce);
  return auth.passwords.hash(password);
}

/** Counted like a sign-in: who found an open browser is not to find the password by trying. */
async function checkCurrentPassword(
  auth: AuthContext,
  given: { account: string; stored: string; currentPassword: string | undefined },
  from: From,
): Promise<void> {
  if (!given.currentPassword) throw new AuthError("current_password_required");
  const attempt = await countPasswordTry(auth, given.account, from.ip);
  if (!(await auth.passwords.verify(given.currentPassword, given.stored)))
    throw new AuthError("current_password_invalid");
  await attempt.succeeded();
}

/** A new password also ends a move to another address or number: whoever asked for it may have been a thief. */
export const NO_MOVE = {
  newEmail: null,
  emailChangeHalf: null,
  emailChangeSentAt: null,
  newPhone: null,
  phoneChangeSentAt: null,
} as const;

/** What a new password ends: the other sessions, and every code that is under way. */
export async function endOldAccess(tx: Tx, userId: string, keptSession: string | undefined): Promise<void> {
  await tx
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), keptSession === undefined ? undefined : ne(sessions.id, keptSession)),
    );
  await clearTokens(tx, userId);
}
