import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { getClientInfo } from "../client-info.ts";
import { deleteTokens, issueToken, matchCode } from "../codes/one-time-tokens.ts";
import { withSendLimits } from "../codes/send-limits.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countCodeAttempt } from "../limits.ts";
import { sendCodeByText } from "../phone/send-code-by-text.ts";
import { createValidationError } from "../request-body.ts";
import type { Bearer } from "../session/authenticate-bearer.ts";
import { oneTimeTokens, users } from "../tables.ts";

/** How old a session may be before a new password requires a code. */
const NONCE_REQUIRED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Emails or, if the account has no email address, texts a code that proves the user's identity, for example to set a
 * password in an old session. Throws AuthError: validation_failed (no email or phone), email_not_confirmed,
 * phone_not_confirmed, over_email_send_rate_limit, over_sms_send_rate_limit, sms_send_failed.
 */
export async function reauthenticate(
  auth: AuthDeps,
  { user }: Pick<Bearer, "user">,
  client: Pick<ClientInfo, "ip">,
): Promise<void> {
  const { email, phone } = user;
  if (email === null && phone === null)
    throw createValidationError("Reauthentication requires the user to have an email or a phone number");
  if (email === null) {
    if (user.phoneConfirmedAt === null) throw new AuthError("phone_not_confirmed", { status: 422 });
    const message = { group: "sms_reauthentication", keys: [user.id], quota: "trusted" } as const;
    await withSendLimits(auth, [message], client, (tx) =>
      sendCodeByText(auth, tx, { user, purpose: "reauthentication", channel: "sms" }),
    );
    return;
  }
  if (user.emailConfirmedAt === null) throw new AuthError("email_not_confirmed", { status: 422 });
  const message = { group: "reauthentication", keys: [user.id], quota: "trusted" } as const;
  await withSendLimits(auth, [message], client, async (tx) => {
    await tx.update(users).set({ reauthenticationSentAt: auth.clock.now() }).where(eq(users.id, user.id));
    await emailNonce(auth, tx, user.id, email);
  });
}

/** Emails a one-time code that proves access to this address. */
export async function emailNonce(auth: AuthDeps, tx: Tx, userId: string, to: string): Promise<void> {
  const { code } = await issueToken(auth, tx, { userId, kind: "reauthentication", address: to });
  const seconds = auth.config.auth.otpSeconds;
  await auth.mailer.queue(tx, { kind: "reauthentication", to, code, seconds });
}

/** Whether a new password requires a code in this session. */
export function isNonceRequired({ config, clock }: AuthDeps, { session }: Pick<Bearer, "session">): boolean {
  if (!config.auth.reauthentication) return false;
  return session === null || clock.now().getTime() - session.createdAt.getTime() > NONCE_REQUIRED_AFTER_MS;
}

/**
 * Consumes a one-time code. Throws AuthError: reauthentication_needed (no code given), reauthentication_not_valid,
 * over_request_rate_limit.
 */
export async function consumeNonce(auth: AuthDeps, userId: string, nonce: string | undefined): Promise<void> {
  if (!nonce) throw new AuthError("reauthentication_needed");
  const attempt = await countCodeAttempt(auth, userId);
  // A wrong code must be counted even though the request fails.
  const isCorrect = await auth.database.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    const rows = await tx
      .select()
      .from(oneTimeTokens)
      .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, "reauthentication")))
      .for("update");
    if (!(await matchCode(auth, tx, rows, nonce))) return false;
    await deleteTokens(tx, userId, ["reauthentication"]);
    return true;
  });
  if (!isCorrect) throw new AuthError("reauthentication_not_valid");
  await attempt.refund();
}

export const handleReauthenticate: AuthHandler = async (c, auth) => {
  await reauthenticate(auth, c.get("bearer"), getClientInfo(c, auth));
  return c.json({});
};
