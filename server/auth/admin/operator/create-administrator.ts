import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { checkUsername, setRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { checkNewPassword } from "../../password/check-password.ts";
import { requireValid } from "../../request-body.ts";
import { createAccount } from "../../user/create-account.ts";
import { ensureProfile, rejectTakenName } from "../../user/ensure-profile.ts";
import { runWithMessages } from "../../user/notify-owner.ts";
import { createPasswordLink } from "./create-password-link.ts";
import { OPERATOR } from "./lock-account.ts";

interface NewAdministrator {
  readonly email: string;
  readonly username: string;
  /** Without a password, a link to choose one is created. */
  readonly password?: string | undefined;
  readonly byEmail: boolean;
}

/**
 * Creates an administrator account with a confirmed email address. Throws AuthError: validation_failed,
 * email_exists, username_invalid, username_taken, weak_password.
 */
export async function createAdministrator(auth: AuthDeps, input: NewAdministrator) {
  const { email } = requireValid(parseEmail(input.email));
  const username = checkUsername(input.username);
  if (input.password !== undefined) checkNewPassword(auth, input.password, { email, username });
  const encryptedPassword = input.password === undefined ? null : await auth.passwords.hash(input.password);
  return runWithMessages(auth, async (tx) => {
    const now = auth.clock.now();
    const account = { address: { email }, encryptedPassword, metadata: { username }, isConfirmed: true, now };
    const newUser = await createAccount(tx, account);
    if (!newUser)
      throw new AuthError("email_exists", {
        message: `${email} already has an account. To make it an administrator, run: npm run admin -- promote ${email}`,
      });
    await rejectTakenName(tx, username, { userId: null, now });
    const user = await ensureProfile(auth, tx, newUser, now);
    await setRole(tx, user.id, "admin");
    await recordAuditEvent(tx, OPERATOR, {
      action: "member.create",
      target: { kind: "member", id: user.id, name: username },
      after: { role: "admin" },
    });
    const link = input.password === undefined ? await createPasswordLink(auth, tx, user, input) : null;
    return { username, link };
  });
}
