import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { MailPurpose } from "#core/accounts/sign-in-options.ts";
import { profiles } from "#server/profiles/index.ts";
import type { AuthContext, From } from "../context.ts";
import { countRequest } from "../limits.ts";
import { refreshTokens, sessions } from "../tables.ts";
import { authenticateBearer } from "./authenticate-bearer.ts";
import { LANDING_SECONDS, readLandingState } from "./landing-state.ts";
import { refreshWithin } from "./refresh-session.ts";
import { hashToken } from "./refresh-tokens.ts";

/** An account as a person recognizes it. */
export interface AccountName {
  readonly username: string;
  readonly email: string | null;
}

export interface AcceptedLanding {
  readonly session: AuthSession;
  readonly purpose: MailPurpose;
  readonly account: AccountName;
}

interface LandingInput {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The Cookie header of the browser that landed. */
  readonly cookies: string | null;
}

/**
 * Trades the tokens of a landing page's fragment, once, for new ones of the same session. Only the browser that a link
 * of this site has just sent there holds the state for them. Throws AuthError: bad_code_verifier for whatever is wrong
 * with the tokens, the session or the state; user_banned, over_request_rate_limit.
 */
export async function acceptLanding(
  auth: AuthContext,
  { accessToken, refreshToken, cookies }: LandingInput,
  from: From,
): Promise<AcceptedLanding> {
  await countRequest(auth, "token", from.ip);
  const purpose = readLandingState(auth, cookies, refreshToken);
  if (purpose === undefined || !(await belongTogether(auth, accessToken, refreshToken)))
    throw new AuthError("bad_code_verifier");
  const session = await auth.database.db.transaction((tx) =>
    refreshWithin(auth, tx, refreshToken, from, { once: true }),
  );
  if (session instanceof AuthError)
    throw session.code === "user_banned" ? session : new AuthError("bad_code_verifier", { cause: session });
  return { session, purpose, account: await nameAccount(auth, session.access_token) };
}

/** Whether both tokens are of one session that began moments ago, the access token well signed and in time. */
async function belongTogether(
  { database, tokens, clock }: AuthContext,
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

/** Whose an access token is. Throws AuthError as authenticateBearer does. */
export async function nameAccount(auth: AuthContext, accessToken: string): Promise<AccountName> {
  const { user } = await authenticateBearer(auth, `Bearer ${accessToken}`);
  const [profile] = await auth.database.db
    .select({ username: profiles.username })
    .from(profiles)
    .where(eq(profiles.id, user.id));
  return { username: profile?.username ?? "", email: user.email ?? user.ssoEmail };
}
