import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { hasSqlState, type Tx } from "#server/database/index.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { decryptSecret } from "../keys/encrypt-secret.ts";
import { countRequest } from "../limits.ts";
import { createValidationError } from "../request-body.ts";
import { refreshTokens, sessions, users } from "../tables.ts";
import { isBanned } from "../user/is-banned.ts";
import {
  hashToken,
  hasTokenFormat,
  issueRefreshToken,
  revokeRefreshToken,
  revokeRefreshTokens,
} from "./refresh-tokens.ts";
import { endIfExpired } from "./session-limits.ts";
import { presentSession } from "./start-session.ts";

/**
 * Exchanges a refresh token for a new access token and the next refresh token. A used token is accepted again if it is
 * the parent of the active one or was used moments ago. Otherwise it was probably stolen, and the session ends. A
 * session past one of its limits also ends. Throws AuthError: validation_failed, refresh_token_not_found,
 * refresh_token_already_used, session_not_found, session_expired, user_banned, conflict, over_request_rate_limit.
 */
export async function refreshSession(auth: AuthDeps, token: string | undefined, client: ClientInfo) {
  await countRequest(auth, "token", client.ip);
  if (!token) throw createValidationError("refresh_token required");
  if (!hasTokenFormat(token)) throw createValidationError("Refresh token is not valid");

  const outcome = await tryRefresh(auth, token, client);
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

interface RefreshOptions {
  /** For a token from a URL: once used, it is refused even if it is the active one's parent or was used moments ago. */
  readonly isSingleUse?: boolean;
  /** The app that the session must belong to. Null, the default, means a member's own session. */
  readonly oauthClientId?: string | null;
}

/**
 * Refreshes in its own transaction. Returns a refusal instead of throwing it, because a refusal may also end the
 * session, and throwing would roll that back. Throws AuthError("conflict").
 */
export async function tryRefresh(
  auth: AuthDeps,
  token: string,
  client: ClientInfo,
  options: RefreshOptions = {},
): Promise<AuthSession | AuthError> {
  try {
    return await auth.database.db.transaction((tx) => refreshInTransaction(auth, tx, token, client, options));
  } catch (error) {
    // The lock_timeout below has expired.
    if (hasSqlState(error, "lock_not_available")) throw new AuthError("conflict", { cause: error });
    throw error;
  }
}

/** Does the work of tryRefresh in the caller's transaction. */
async function refreshInTransaction(
  auth: AuthDeps,
  tx: Tx,
  token: string,
  client: ClientInfo,
  { isSingleUse = false, oauthClientId = null }: RefreshOptions = {},
): Promise<AuthSession | AuthError> {
  const tokenHash = hashToken(token);
  const [row] = await tx
    .select({ sessionId: refreshTokens.sessionId, userId: refreshTokens.userId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash));
  if (!row) return new AuthError("refresh_token_not_found");

  await tx.execute(sql`set local lock_timeout = '5s'`);
  // Locks the user first, in the same order as account deletion, to avoid deadlocks.
  const [user] = await tx.select().from(users).where(eq(users.id, row.userId)).for("key share");
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, row.sessionId)).for("update");
  // Read after locking, because another refresh may have used the token in the meantime.
  const [tokenRow] = await tx.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash));
  if (!user || user.deletedAt || !session || !tokenRow)
    return new AuthError("session_not_found", {
      status: 400,
      message: "Invalid Refresh Token: No Valid Session Found",
    });
  // An app can't use the token of a member's own session or of another app, and a member's browser can't use an app's.
  if (session.oauthClientId !== oauthClientId) return new AuthError("refresh_token_not_found");
  const now = auth.clock.now();
  if (isBanned(user, now))
    return new AuthError("user_banned", { status: 400, message: "Invalid Refresh Token: User Banned" });
  const expiryError = await endIfExpired(auth, tx, session);
  if (expiryError) return expiryError;

  let refreshToken: string | undefined;
  if (tokenRow.revokedAt !== null) {
    if (isSingleUse) return new AuthError("refresh_token_already_used");
    const [activeToken] = await tx
      .select()
      .from(refreshTokens)
      .where(and(eq(refreshTokens.sessionId, session.id), isNull(refreshTokens.revokedAt)))
      .orderBy(desc(refreshTokens.id))
      .limit(1);
    if (activeToken?.parentId === tokenRow.id && activeToken.encryptedToken !== null)
      refreshToken = decryptSecret(activeToken.encryptedToken, auth.keys.symmetric);
    else if (isReuseIntervalOver(auth, tokenRow.revokedAt)) {
      // Ends the session, so that the attacker's latest access token also becomes invalid.
      await tx.delete(sessions).where(eq(sessions.id, session.id));
      return new AuthError("refresh_token_already_used");
    }
  }
  if (refreshToken === undefined) {
    // A single-use token must not be accepted again as the parent of the new one.
    if (isSingleUse) await revokeRefreshTokens(tx, session.id);
    else await revokeRefreshToken(auth, tx, tokenRow.id);
    refreshToken = await issueRefreshToken(auth, tx, session, isSingleUse ? null : tokenRow.id);
  }

  await tx.update(sessions).set({ refreshedAt: now, ip: client.ip }).where(eq(sessions.id, session.id));
  return presentSession(auth, tx, { user, session, refreshToken });
}

/** Used tokens are accepted briefly: two tabs may refresh simultaneously, or the response may be lost. */
const isReuseIntervalOver = ({ clock, config }: AuthDeps, revokedAt: Date) =>
  clock.now().getTime() - revokedAt.getTime() >= config.auth.reuseSeconds * 1000;
