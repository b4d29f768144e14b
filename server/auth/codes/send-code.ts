import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { beginFlow, type LinkTarget } from "../session/flow-state.ts";
import { type UserRow, users } from "../tables.ts";
import { updateUserRow } from "../user/store-user.ts";
import { issueToken, type OneTimeToken } from "./one-time-tokens.ts";

/** The emails with a code, by the `type` in the link's URL. `method` is the amr of a session started by a PKCE link. */
const PURPOSES = {
  signup: {
    kind: "confirmation",
    emailKind: "confirmation",
    method: "email/signup",
    sentAt: "confirmationSentAt",
  },
  invite: { kind: "confirmation", emailKind: "invite", method: "invite", sentAt: "confirmationSentAt" },
  magiclink: { kind: "recovery", emailKind: "magic_link", method: "magiclink", sentAt: "recoverySentAt" },
  recovery: { kind: "recovery", emailKind: "recovery", method: "recovery", sentAt: "recoverySentAt" },
} as const;
export type CodePurpose = keyof typeof PURPOSES;

interface CodeEmail extends LinkTarget {
  readonly user: UserRow;
  readonly purpose: CodePurpose;
}

/** Creates a code and emails it to the user's own address. */
export async function sendCode(auth: AuthDeps, tx: Tx, { user, purpose, redirectTo, challenge }: CodeEmail) {
  const { emailKind: kind, method } = PURPOSES[purpose];
  const flowId = challenge && (await beginFlow(auth, tx, challenge, method));
  const { token, updatedUser } = await createCode(auth, tx, { user, purpose, flowId });
  await auth.mailer.queue(tx, {
    kind,
    to: user.email ?? "",
    code: token.code,
    link: buildPersonalLink(auth, token, purpose, redirectTo),
    seconds: auth.config.auth.otpSeconds,
  });
  return updatedUser;
}

/** Creates a code without emailing it. */
export async function createCode(
  auth: AuthDeps,
  tx: Tx,
  { user, purpose, flowId }: { user: UserRow; purpose: CodePurpose; flowId?: string | undefined },
): Promise<{ token: OneTimeToken; updatedUser: UserRow }> {
  if (user.email === null) throw new Error("the user has no email address to send a code to");
  const { kind, sentAt } = PURPOSES[purpose];
  if (purpose !== "signup") await clearUnconfirmedPassword(tx, user.id);
  const now = auth.clock.now();
  const token = await issueToken(auth, tx, { userId: user.id, kind, address: user.email, flowId });
  const timestamps = { [sentAt]: now, ...(purpose === "invite" ? { invitedAt: now } : {}) };
  return { token, updatedUser: await updateUserRow(tx, user.id, timestamps) };
}

/**
 * Builds the link for an email or a command's output. A link to this site's own landing page only opens that page, and
 * a button there uses the token, because email scanners open links too. Links to other pages have the form that the
 * auth protocol prescribes.
 */
export function buildPersonalLink(auth: AuthDeps, token: OneTimeToken, type: string, redirectTo: string) {
  const landing = new URL(redirectTo);
  if (landing.origin !== auth.config.publicUrl || landing.pathname !== "/auth/landing")
    return buildVerifyLink(auth, token, type, redirectTo);
  // Replaces existing parameters with these names, because anyone can request an email with a redirect target of
  // their choice.
  landing.searchParams.set("token", token.linkToken);
  landing.searchParams.set("type", type);
  return landing.href;
}

/** Builds the link from the configured URL only, so that no Host header can get into an email. */
export function buildVerifyLink(
  { config }: AuthDeps,
  { linkToken }: OneTimeToken,
  type: string,
  redirectTo: string,
): string {
  const query = new URLSearchParams({ token: linkToken, type, redirect_to: redirectTo });
  // A query may contain ":" and "/", and programs that read the link expect the target as written.
  const readableQuery = query.toString().replaceAll("%3A", ":").replaceAll("%2F", "/");
  return `${config.publicUrl}/auth/v1/verify?${readableQuery}`;
}

/**
 * Clears an unconfirmed account's password before anyone else can sign in, because the person who chose it may not
 * own the address (docs/decisions/021).
 */
export async function clearUnconfirmedPassword(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ encryptedPassword: null })
    .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt), isNull(users.phoneConfirmedAt)));
}
