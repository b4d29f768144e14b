import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "hono";
import { parse } from "hono/utils/cookie";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { type EmailPurpose, parseEmailPurpose } from "#core/accounts/sign-in-options.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import { profiles } from "#server/profiles/index.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { serializeCookie } from "../serialize-cookie.ts";
import { refreshTokens, sessions } from "../tables.ts";
import { authenticateBearer } from "./authenticate-bearer.ts";
import { refreshInTransaction } from "./refresh-session.ts";
import { hashToken } from "./refresh-tokens.ts";

export interface AccountName {
  readonly username: string;
  readonly email: string | null;
}

export interface AcceptedLanding {
  readonly session: AuthSession;
  readonly purpose: EmailPurpose;
  readonly account: AccountName;
}

/**
 * Exchanges the tokens in a landing page's URL fragment, once, for new ones of the same session. Only a browser that
 * has just followed an emailed link has the matching state cookie. Throws AuthError: bad_code_verifier, user_banned,
 * over_request_rate_limit.
 */
export async function acceptLanding(
  auth: AuthDeps,
  input: { accessToken: string; refreshToken: string; cookies: string | null },
  client: ClientInfo,
): Promise<AcceptedLanding> {
  const { accessToken, refreshToken, cookies } = input;
  await countRequest(auth, "token", client.ip);
  const purpose = readLandingState(auth, cookies, refreshToken);
  if (purpose === undefined || !(await belongToSameSession(auth, accessToken, refreshToken)))
    throw new AuthError("bad_code_verifier");
  const session = await auth.database.db.transaction((tx) =>
    refreshInTransaction(auth, tx, refreshToken, client, { isSingleUse: true }),
  );
  if (session instanceof AuthError)
    throw session.code === "user_banned" ? session : new AuthError("bad_code_verifier", { cause: session });
  return { session, purpose, account: await getAccountName(auth, session.access_token) };
}

/** Whether both tokens belong to one session that has just begun, and the access token is valid. */
async function belongToSameSession(
  { database, tokens, clock }: AuthDeps,
  accessToken: string,
  refreshToken: string,
): Promise<boolean> {
  const verified = await tokens.verify(accessToken).catch(() => undefined);
  if (!verified || verified.expired) return false;
  const [row] = await database.db
    .select({ id: sessions.id, userId: sessions.userId, createdAt: sessions.createdAt })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.tokenHash, hashToken(refreshToken)));
  const { session_id: sessionId, sub } = verified.claims;
  return (
    row !== undefined &&
    row.id === sessionId &&
    row.userId === sub &&
    clock.now().getTime() < row.createdAt.getTime() + LANDING_SECONDS * 1000
  );
}

/** Returns the account of an access token. Throws the same AuthErrors as authenticateBearer. */
export async function getAccountName(auth: AuthDeps, accessToken: string): Promise<AccountName> {
  const { user } = await authenticateBearer(auth, `Bearer ${accessToken}`);
  const [profile] = await auth.database.db
    .select({ username: profiles.username })
    .from(profiles)
    .where(eq(profiles.id, user.id));
  return { username: profile?.username ?? "", email: user.email ?? user.ssoEmail };
}

const LANDING_SECONDS = 300;

/** A link's purpose by its `type`. Links of other types are for signing in. */
const PURPOSES: Readonly<Record<string, EmailPurpose>> = {
  signup: "signup",
  invite: "invite",
  recovery: "recovery",
  email_change: "email-change",
};

export const getPurpose = (type: string): EmailPurpose =>
  Object.hasOwn(PURPOSES, type) ? (PURPOSES[type] ?? "magic-link") : "magic-link";

/**
 * Binds the session to the browser with a state cookie, if the redirect leads to this site: only a browser that
 * followed the link can accept the tokens (accept-landing.ts, docs/decisions/052).
 */
export function bindLanding(
  c: Context,
  auth: AuthDeps,
  { target, session, purpose }: { target: string; session: AuthSession; purpose: EmailPurpose },
) {
  if (new URL(target).origin !== auth.config.publicUrl) return;
  const value = `${purpose}.${computeMac(auth, purpose, session.refresh_token).toString("base64url")}`;
  c.header("Set-Cookie", serializeCookie(COOKIE, value, LANDING_SECONDS), { append: true });
}

/**
 * Returns the purpose of the link that set the state cookie. Undefined if the state doesn't match the refresh token.
 */
function readLandingState(auth: AuthDeps, cookies: string | null, refreshToken: string) {
  const [purposeText, mac = ""] = parse(cookies ?? "", COOKIE)[COOKIE]?.split(".") ?? [];
  const purpose = parseEmailPurpose(purposeText);
  if (purpose === undefined) return undefined;
  const expected = computeMac(auth, purpose, refreshToken);
  return isSameSecret(expected, Buffer.from(mac, "base64url")) ? purpose : undefined;
}

export const clearLandingState = () => serializeCookie(COOKIE, "", 0);

const computeMac = ({ keys }: AuthDeps, purpose: EmailPurpose, refreshToken: string) =>
  createHmac("sha256", keys.symmetric).update(`landing\n${purpose}\n${refreshToken}`).digest();

/** With HTTPS, the name gets a prefix (core/cookies.ts), so that no other host can set the cookie. */
const COOKIE = "lattice-landing";
