import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { getAuditTarget, type ServiceActor } from "../admin/service-audit.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { checkNewPassword } from "../password/check-password.ts";
import {
  createValidationError,
  readBody,
  readTextField,
  readTextFields,
  requireValid,
} from "../request-body.ts";
import { type UserRow, users } from "../tables.ts";
import { createEmailToken, readNewEmail, storeNewEmail } from "../user/change-email.ts";
import { createServiceAccount, readNewMetadata } from "../user/create-account.ts";
import { presentUser } from "../user/present-user.ts";
import type { OneTimeToken } from "./one-time-tokens.ts";
import { getRedirectTarget } from "./redirects.ts";
import { buildVerifyLink, type CodePurpose, clearUnconfirmedPassword, createCode } from "./send-code.ts";

const TYPES = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
] as const;
type LinkType = (typeof TYPES)[number];

interface LinkRequest {
  readonly type: string | undefined;
  readonly email: string | undefined;
  readonly newEmail: string | undefined;
  readonly password: string | undefined;
  readonly data: unknown;
  readonly redirectTo: string;
}

/** Creates a link for an administrator to pass on, without emailing it. */
async function generateLink(auth: AuthDeps, actor: ServiceActor, request: LinkRequest) {
  const type = TYPES.find((known) => known === request.type);
  if (!type)
    throw createValidationError(
      `Invalid email action link type requested: ${(request.type ?? "").slice(0, 40)}`,
    );
  const { email } = requireValid(parseEmail(request.email ?? ""));
  const metadata = readNewMetadata(request.data);
  if (type === "signup" && !request.password) throw createValidationError("Signup requires a valid password");
  if (type === "signup" && request.password)
    checkNewPassword(auth, request.password, { email, username: metadata.username });
  const encryptedPassword =
    type === "signup" && request.password ? await auth.passwords.hash(request.password) : null;

  return auth.database.db.transaction(async (tx) => {
    const [existingUser] = await tx.select().from(users).where(eq(users.email, email)).for("no key update");
    const { newEmail, redirectTo } = request;
    const createUser = () => createServiceAccount(auth, tx, { email, encryptedPassword, metadata });
    const link = await createLink(auth, tx, { type, existingUser, createUser, newEmail });
    await recordAuditEvent(tx, actor, {
      action: existingUser ? "member.link" : "member.create",
      target: await getAuditTarget(tx, link.user),
      after: { link: link.type },
    });
    const linkType = link.type.startsWith("email_change") ? "email_change" : link.type;
    return {
      ...(await presentUser(tx, link.user)),
      action_link: buildVerifyLink(auth, link.token, linkType, redirectTo),
      email_otp: link.token.code,
      hashed_token: link.token.linkToken,
      verification_type: link.type,
      redirect_to: redirectTo,
    };
  });
}

interface LinkInput {
  readonly type: LinkType;
  readonly existingUser: UserRow | undefined;
  readonly createUser: () => Promise<UserRow>;
  readonly newEmail: string | undefined;
}

async function createLink(
  auth: AuthDeps,
  tx: Tx,
  { type, existingUser, createUser, newEmail }: LinkInput,
): Promise<{ user: UserRow; token: OneTimeToken; type: LinkType }> {
  const createCodeLink = async (user: UserRow, purpose: CodePurpose) => {
    const { token, updatedUser } = await createCode(auth, tx, { user, purpose });
    return { user: updatedUser, token, type: purpose };
  };
  if (existingUser?.deletedAt) throw createNotFoundError();
  switch (type) {
    case "signup":
    case "invite":
      if (existingUser && existingUser.emailConfirmedAt !== null) throw new AuthError("email_exists");
      if (existingUser) {
        await clearUnconfirmedPassword(tx, existingUser.id);
        await auth.invitations.forget(tx, existingUser.id);
      }
      return createCodeLink(existingUser ?? (await createUser()), type);
    case "magiclink":
      return existingUser ? createCodeLink(existingUser, type) : createCodeLink(await createUser(), "signup");
    case "recovery":
      if (!existingUser) throw createNotFoundError();
      return createCodeLink(existingUser, type);
    default: {
      if (!existingUser) throw createNotFoundError();
      const side = type === "email_change_current" ? "current" : "new";
      if (side === "current" && !auth.config.auth.secureEmailChange)
        throw createValidationError("Enable secure email change to generate link for current email");
      const email = await readNewEmail(tx, existingUser, newEmail);
      if (email === undefined) throw createValidationError("A new email address is required");
      const user = await storeNewEmail(tx, existingUser, email);
      const { token } = await createEmailToken(auth, tx, { user, side });
      return { user, token, type };
    }
  }
}

const createNotFoundError = () =>
  new AuthError("user_not_found", { status: 404, message: "User with this email not found" });

export const handleGenerateLink: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  return c.json(
    await generateLink(auth, c.get("actor"), {
      ...readTextFields(body, "type", "email", "password"),
      newEmail: readTextField(body, "new_email"),
      data: body.data,
      redirectTo: getRedirectTarget(c, auth, readTextField(body, "redirect_to")),
    }),
  );
};
