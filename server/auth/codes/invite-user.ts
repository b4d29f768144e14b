import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthUser } from "#core/accounts/session.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { getAuditTarget, type ServiceActor } from "../admin/service-audit.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { readBody, readTextField } from "../request-body.ts";
import { users } from "../tables.ts";
import { createServiceAccount, readNewMetadata } from "../user/create-account.ts";
import { presentUser } from "../user/present-user.ts";
import { requireEmail } from "../user/require-email.ts";
import { getRedirectTarget } from "./redirects.ts";
import { consumeInvitationAllowance } from "./send-allowance.ts";
import { sendCode } from "./send-code.ts";

/** Creates an unconfirmed account and emails the invitation. An unconfirmed account can be invited again. */
async function inviteUser(
  auth: AuthDeps,
  actor: ServiceActor,
  invitation: { email: string | undefined; data: unknown; redirectTo: string },
): Promise<AuthUser> {
  const email = requireEmail(auth, invitation.email);
  const metadata = readNewMetadata(invitation.data);
  const allowance = await consumeInvitationAllowance(auth, { isFromAdmin: true });
  try {
    const invitedUser = await auth.database.db.transaction(async (tx) => {
      const [existingUser] = await tx.select().from(users).where(eq(users.email, email)).for("no key update");
      if (existingUser && existingUser.emailConfirmedAt !== null) throw new AuthError("email_exists");
      const user = existingUser ?? (await createServiceAccount(auth, tx, { email, metadata }));
      // Otherwise an earlier invitation that is no longer valid would prevent the account from joining.
      await auth.invitations.forget(tx, user.id);
      const { redirectTo } = invitation;
      await recordAuditEvent(tx, actor, {
        action: existingUser ? "member.link" : "member.create",
        target: await getAuditTarget(tx, user),
        after: { invitation: "emailed" },
      });
      return presentUser(tx, await sendCode(auth, tx, { user, purpose: "invite", redirectTo }));
    });
    auth.mailer.wake();
    return invitedUser;
  } catch (error) {
    await allowance.release();
    throw error;
  }
}

export const handleInvite: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  return c.json(
    await inviteUser(auth, c.get("actor"), {
      email: readTextField(body, "email"),
      data: body.data,
      redirectTo: getRedirectTarget(c, auth),
    }),
  );
};
