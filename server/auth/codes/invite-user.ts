import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { getAuditTarget } from "../admin/service-audit.ts";
import type { AuthHandler } from "../handler.ts";
import { readBody, readTextField } from "../request-body.ts";
import { users } from "../tables.ts";
import { createServiceAccount, readNewMetadata } from "../user/create-account.ts";
import { runWithMessages } from "../user/notify-owner.ts";
import { presentUser } from "../user/present-user.ts";
import { requireEmail } from "../user/require-address.ts";
import { getRedirectTarget } from "./redirects.ts";
import { consumeInvitationAllowance } from "./send-allowance.ts";
import { sendCode } from "./send-code.ts";

/** Creates an unconfirmed account and emails the invitation. An unconfirmed account can be invited again. */
export const handleInvite: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  const email = requireEmail(auth, readTextField(body, "email"));
  const redirectTo = getRedirectTarget(c, auth);
  const metadata = readNewMetadata(body.data);
  const allowance = await consumeInvitationAllowance(auth, { isFromAdmin: true });
  try {
    const invitedUser = await runWithMessages(auth, async (tx) => {
      const [existingUser] = await tx.select().from(users).where(eq(users.email, email)).for("no key update");
      if (existingUser && existingUser.emailConfirmedAt !== null) throw new AuthError("email_exists");
      const user = existingUser ?? (await createServiceAccount(auth, tx, { email, metadata }));
      // Otherwise an earlier invitation that is no longer valid would prevent the account from joining.
      await auth.invitations.deletePresented(tx, user.id);
      await recordAuditEvent(tx, c.get("actor"), {
        action: existingUser ? "member.link" : "member.create",
        target: await getAuditTarget(tx, user),
        after: { invitation: "emailed" },
      });
      return presentUser(tx, await sendCode(auth, tx, { user, purpose: "invite", redirectTo }));
    });
    return c.json(invitedUser);
  } catch (error) {
    await allowance.refund();
    throw error;
  }
};
