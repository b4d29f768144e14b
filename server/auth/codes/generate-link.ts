import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { AuthUser } from "#core/accounts/session.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { getAuditTarget, type ServiceActor } from "../admin/service-audit.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { checkNewPassword } from "../password/check-password.ts";
import { readBody, readTextField } from "../request-body.ts";
import { type UserRow, users } from "../tables.ts";
import { createEmailToken, type EmailSide, readNewEmail, storeNewEmail } from "../user/change-email.ts";
import { createAccount, readNewMetadata } from "../user/create-account.ts";
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

export interface LinkRequest {
  readonly type: string | undefined;
  readonly email: string | undefined;
  readonly newEmail: string | undefined;
  readonly password: string | undefined;
  readonly data: unknown;
  readonly redirectTo: string;
}

export type GeneratedLink = AuthUser & {
  readonly action_link: string;
  readonly email_otp: string;
  readonly hashed_token: string;
  readonly verification_type: LinkType;
  readonly redirect_to: string;
};

interface CreatedLink {
  readonly user: UserRow;
  readonly token: OneTimeToken;
  readonly type: LinkType;
}

/**
 * Creates a link and its code for an administrator to pass on, without emailing them. Throws AuthError:
 * validation_failed, weak_password, user_not_found, email_exists, username_invalid.
 */
async function generateLink(
  auth: AuthDeps,
  actor: ServiceActor,
  request: LinkRequest,
): Promise<GeneratedLink> {
  const type = TYPES.find((known) => known === request.type);
  if (!type)
    throw new AuthError("validation_failed", {
      message: `Invalid email action link type requested: ${(request.type ?? "").slice(0, 40)}`,
    });
  const parsed = parseEmail(request.email ?? "");
  if ("problem" in parsed) throw new AuthError("validation_failed", { message: parsed.problem });
  const { email } = parsed;
  const metadata = readNewMetadata(request.data);
  if (type === "signup" && !request.password)
    throw new AuthError("validation_failed", { message: "Signup requires a valid password" });
  if (type === "signup" && request.password)
    checkNewPassword(auth, request.password, { email, username: metadata.username });
  const encryptedPassword =
    type === "signup" && request.password ? await auth.passwords.hash(request.password) : null;

  return auth.database.db.transaction(async (tx) => {
    const [existing] = await tx.select().from(users).where(eq(users.email, email)).for("no key update");
    const account = {
      address: { email },
      encryptedPassword,
      metadata,
      confirmed: false,
      hasExactMetadata: true,
      now: auth.clock.now(),
    };
    const createUser = async () => {
      const user = await createAccount(tx, account);
      if (!user) throw new AuthError("email_exists");
      return user;
    };
    const created = await createLink(auth, tx, {
      type,
      existing,
      createUser,
      newEmail: request.newEmail,
    });
    await recordAuditEvent(tx, actor, {
      action: existing ? "member.link" : "member.create",
      target: await getAuditTarget(tx, created.user),
      after: { link: created.type },
    });
    const linkType = created.type.startsWith("email_change") ? "email_change" : created.type;
    return {
      ...(await presentUser(tx, created.user)),
      action_link: buildVerifyLink(auth, created.token, linkType, request.redirectTo),
      email_otp: created.token.code,
      hashed_token: created.token.linkToken,
      verification_type: created.type,
      redirect_to: request.redirectTo,
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
): Promise<CreatedLink> {
  const createCodeLink = async (user: UserRow, purpose: CodePurpose): Promise<CreatedLink> => {
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
      const side: EmailSide = type === "email_change_current" ? "current" : "new";
      if (side === "current" && !auth.config.auth.secureEmailChange)
        throw new AuthError("validation_failed", {
          message: "Enable secure email change to generate link for current email",
        });
      const email = await readNewEmail(tx, existing, newEmail);
      if (email === undefined)
        throw new AuthError("validation_failed", { message: "A new email address is required" });
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
      type: readTextField(body, "type"),
      email: readTextField(body, "email"),
      newEmail: readTextField(body, "new_email"),
      password: readTextField(body, "password"),
      data: body.data,
      redirectTo: getRedirectTarget(c, auth, readTextField(body, "redirect_to")),
    }),
  );
};
