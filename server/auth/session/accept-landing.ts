import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { EmailPurpose } from "#core/accounts/sign-in-options.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { refreshTokens, sessions } from "../tables.ts";
import { type AccountName, getAccountName } from "./get-account-name.ts";
import { LANDING_SECONDS, readLandingState } from "./landing-state.ts";
import { tryRefresh } from "./refresh-session.ts";
import { hashToken } from "./refresh-tokens.ts";

export interface AcceptedLanding {
  readonly session: AuthSession;
  readonly purpose: EmailPurpose;
  readonly account: AccountName;
}

/**
 * Exchanges the tokens in a landing page's URL fragment, once, for new ones of the same session. Only a browser that
 * has just followed an emailed link, or signed in with a provider or single sign-on, has the matching state cookie.
 * Throws AuthError: bad_code_verifier, user_banned, conflict, over_request_rate_limit.
 */
export async function acceptLanding(
  auth: AuthDeps,
  input: { accessToken: string; refreshToken: string; cookies: string | null },
  client: ClientInfo,
): Promise<AcceptedLanding> {
  const { accessToken, refreshToken, cookies } = input;
  await countRequest(auth, "token", client.ip);
  const purpose = readLandingState(auth, cookies, refreshToken);
  if (purpose === undefined || !(await areFromNewSession(auth, accessToken, refreshToken)))
    throw new AuthError("bad_code_verifier");
  const session = await tryRefresh(auth, refreshToken, client, { isSingleUse: true });
  if (session instanceof AuthError)
    throw session.code === "user_banned" ? session : new AuthError("bad_code_verifier", { cause: session });
  return { session, purpose, account: await getAccountName(auth, session.access_token) };
}

/** Whether the access token is valid, and both tokens belong to one session that has just begun. */
async function areFromNewSession(
  { database, tokens, clock }: AuthDeps,
  accessToken: string,
  refreshToken: string,
): Promise<boolean> {
  const verifiedToken = await tokens.verify(accessToken).catch(() => undefined);
  if (!verifiedToken || verifiedToken.expired) return false;
  const [row] = await database.db
    .select({ id: sessions.id, userId: sessions.userId, createdAt: sessions.createdAt })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.tokenHash, hashToken(refreshToken)));
  const { session_id: sessionId, sub } = verifiedToken.claims;
  return (
    row !== undefined &&
    row.id === sessionId &&
    row.userId === sub &&
    clock.now().getTime() < row.createdAt.getTime() + LANDING_SECONDS * 1000
  );
}
