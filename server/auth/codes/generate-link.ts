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
import { clearUnconfirmedPassword } from "./clear-unconfirmed-password.ts";
import type { OneTimeToken } from "./one-time-tokens.ts";
import { getRedirectTarget } from "./redirects.ts";
import { buildVerifyLink, type CodePurpose, createCode } from "./send-code.ts";

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
    const [existing] = await tx.select().from(users).where(eq(users.email, email)).for("no key update");
    const { newEmail, redirectTo } = request;
    const createUser = () => createServiceAccount(auth, tx, { email, encryptedPassword, metadata });
    const created = await createLink(auth, tx, { type, existing, createUser, newEmail });
    await recordAuditEvent(tx, actor, {
      action: existing ? "member.link" : "member.create",
      target: await getAuditTarget(tx, created.user),
      after: { link: created.type },
    });
    const linkType = created.type.startsWith("email_change") ? "email_change" : created.type;
    return {
      ...(await presentUser(tx, created.user)),
      action_link: buildVerifyLink(auth, created.token, linkType, redirectTo),
      email_otp: created.token.code,
      hashed_token: created.token.linkToken,
      verification_type: created.type,
      redirect_to: redirectTo,
    };
  });
}

interface LinkInput {
  readonly type: LinkType;
  readonly existing: UserRow | undefined;
  readonly createUser: () => Promise<UserRow>;
  readonly newEmail: string | undefined;
}

async function createLink(
  auth: AuthDeps,
  tx: Tx,
  { type, existing, createUser, newEmail }: LinkInput,
): Promise<{ user: UserRow; token: OneTimeToken; type: LinkType }> {
  const createCodeLink = async (user: UserRow, purpose: CodePurpose) => {
    const { token, updatedUser } = await createCode(auth, tx, { user, purpose });
    return { user: updatedUser, token, type: purpose };
  };
  if (existing?.deletedAt) throw createNotFoundError();
  switch (type) {
    case "signup":
    case "invite":
      if (existing && existing.emailConfirmedAt !== null) throw new AuthError("email_exists");
      if (existing) {
        await clearUnconfirmedPassword(tx, existing.id);
        await auth.invitations.forget(tx, existing.id);
      }
      return createCodeLink(existing ?? (await createUser()), type);
    case "magiclink":
      return existing ? createCodeLink(existing, type) : createCodeLink(await createUser(), "signup");
    case "recovery":
      if (!existing) throw createNotFoundError();
      return createCodeLink(existing, type);
    default: {
      if (!existing) throw createNotFoundError();
      const side = type === "email_change_current" ? "current" : "new";
      if (side === "current" && !auth.config.auth.secureEmailChange)
        throw createValidationError("Enable secure email change to generate link for current email");
      const email = await readNewEmail(tx, existing, newEmail);
      if (email === undefined) throw createValidationError("A new email address is required");
      const user = await storeNewEmail(tx, existing, email);
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
