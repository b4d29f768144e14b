import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { getAuditTarget } from "../admin/service-audit.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { checkNewPassword } from "../password/check-password.ts";
import { createValidationError, readBody, readTextFields, requireValid } from "../request-body.ts";
import { type UserRow, users } from "../tables.ts";
import { createEmailToken, readNewEmail, storeNewEmail } from "../user/change-email.ts";
import { createServiceAccount, readNewMetadata } from "../user/create-account.ts";
import { presentUser } from "../user/present-user.ts";
import { getRedirectTarget } from "./redirects.ts";
import { buildVerifyLink, clearUnconfirmedPassword, createCode } from "./send-code.ts";

const TYPES = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
] as const;

/** Creates a link for an administrator to pass on, without emailing it. */
export const handleGenerateLink: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  const input = readTextFields(body, "type", "email", "password", "new_email", "redirect_to");
  const redirectTo = getRedirectTarget(c, auth, input.redirect_to);
  const type = TYPES.find((knownType) => knownType === input.type);
  if (!type)
    throw createValidationError(
      `Invalid email action link type requested: ${(input.type ?? "").slice(0, 40)}`,
    );
  const { email } = requireValid(parseEmail(input.email ?? ""));
  const metadata = readNewMetadata(body.data);
  const password = type === "signup" ? input.password : undefined;
  if (type === "signup" && !password) throw createValidationError("Signup requires a valid password");
  if (password) checkNewPassword(auth, password, { email, username: metadata.username });
  const encryptedPassword = password ? await auth.passwords.hash(password) : null;

  const response = await auth.database.db.transaction(async (tx) => {
    const [existingUser] = await tx.select().from(users).where(eq(users.email, email)).for("no key update");
    const canCreateUser = type === "signup" || type === "invite" || type === "magiclink";
    if (existingUser?.deletedAt || !(existingUser || canCreateUser))
      throw new AuthError("user_not_found", { status: 404, message: "User with this email not found" });
    const user =
      existingUser ?? (await createServiceAccount(auth, tx, { email, encryptedPassword, metadata }));
    if (existingUser && (type === "signup" || type === "invite")) {
      if (existingUser.emailConfirmedAt !== null) throw new AuthError("email_exists");
      await clearUnconfirmedPassword(tx, existingUser.id);
      await auth.invitations.deletePresented(tx, existingUser.id);
    }
    const linkType = type === "magiclink" && !existingUser ? "signup" : type;
    const { token, updatedUser } =
      linkType === "email_change_current" || linkType === "email_change_new"
        ? await createChangeCode(auth, tx, user, linkType, input.new_email)
        : await createCode(auth, tx, { user, purpose: linkType });
    await recordAuditEvent(tx, c.get("actor"), {
      action: existingUser ? "member.link" : "member.create",
      target: await getAuditTarget(tx, updatedUser),
      after: { link: linkType },
    });
    const urlType = linkType.startsWith("email_change") ? "email_change" : linkType;
    return {
      ...(await presentUser(tx, updatedUser)),
      action_link: buildVerifyLink(auth, token, urlType, redirectTo),
      email_otp: token.code,
      hashed_token: token.linkToken,
      verification_type: linkType,
      redirect_to: redirectTo,
    };
  });
  return c.json(response);
};

async function createChangeCode(
  auth: AuthDeps,
  tx: Tx,
  user: UserRow,
  kind: "email_change_current" | "email_change_new",
  newEmail: string | undefined,
) {
  const side = kind === "email_change_current" ? "current" : "new";
  if (side === "current" && !auth.config.auth.secureEmailChange)
    throw createValidationError("Enable secure email change to generate link for current email");
  const email = await readNewEmail(tx, user, newEmail);
  if (email === undefined) throw createValidationError("A new email address is required");
  const updatedUser = await storeNewEmail(tx, user, email);
  const { token } = await createEmailToken(auth, tx, { user: updatedUser, side });
  return { token, updatedUser };
}
