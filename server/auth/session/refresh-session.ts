import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { unseal } from "../keys/seal.ts";
import { countRequest } from "../limits.ts";
import { refreshTokens, type SessionRow, sessions, users } from "../tables.ts";
import { isBanned } from "../user/is-banned.ts";
import { presentSession } from "./present-session.ts";
import {
  hashToken,
  issueRefreshToken,
  isWellFormed,
  revokeRefreshToken,
  revokeRefreshTokens,
} from "./refresh-tokens.ts";
import { endIfExpired } from "./session-limits.ts";

/**
 * Exchanges a refresh token for a new access token and the next refresh token. A used token is accepted again
 * if it is the parent of the active one or was used moments ago. Otherwise it was probably stolen, and the
 * session ends. A session past one of its limits ends too. Throws AuthError: validation_failed,
 * refresh_token_not_found, refresh_token_already_used, session_not_found, session_expired, user_banned,
 * conflict, over_request_rate_limit.
 */
export async function refreshSession(
  auth: AuthDeps,
  token: string | undefined,
  from: ClientInfo,
): Promise<AuthSession> {
  await countRequest(auth, "token", from.ip);
  if (!token) throw new AuthError("validation_failed", { message: "refresh_token required" });
  if (!isWellFormed(token))
    throw new AuthError("validation_failed", { message: "Refresh token is not valid" });

  try {
    // A refusal is returned, not thrown, because the end of the session must be committed.
    const outcome = await auth.database.db.transaction((tx) => refreshWithin(auth, tx, token, from));
    if (outcome instanceof AuthError) throw outcome;
    return outcome;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
    if (cause?.code === "55P03") throw new AuthError("conflict", { cause: error });
    throw error;
  }
}

/** The same in the caller's transaction. A refusal is returned. `once`: a used token is always refused. */
export async function refreshWithin(
  auth: AuthDeps,
  tx: Tx,
  token: string,
  from: ClientInfo,
  { once = false }: { once?: boolean } = {},
): Promise<AuthSession | AuthError> {
  const tokenHash = hashToken(token);
  const [found] = await tx
    .select({ sessionId: refreshTokens.sessionId, userId: refreshTokens.userId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash));
  if (!found) return new AuthError("refresh_token_not_found");

  await tx.execute(sql`set local lock_timeout = '5s'`);
  // The user first, in the same order as when an account is deleted.
  const [user] = await tx.select().from(users).where(eq(users.id, found.userId)).for("key share");
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, found.sessionId)).for("update");
  // Read after locking: another refresh may have used the token in the meantime.
  const [presented] = await tx.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash));
  if (!user || user.deletedAt || !session || !presented)
    return new AuthError("session_not_found", {
      status: 400,
      message: "Invalid Refresh Token: No Valid Session Found",
    });
  const now = auth.clock.now();
  if (isBanned(user, now))
    return new AuthError("user_banned", { status: 400, message: "Invalid Refresh Token: User Banned" });
  const expired = await endIfExpired(auth, tx, session);
  if (expired) return expired;

  let refreshToken: string | undefined;
  if (presented.revokedAt !== null) {
    if (once) return new AuthError("refresh_token_already_used");
    const active = await findActiveToken(tx, session);
    if (active?.parentId === presented.id && active.tokenSealed !== null)
      refreshToken = unseal(active.tokenSealed, auth.keys.seal);
    else if (isPastReuse(auth, presented.revokedAt)) {
      // Deletes the whole session, so that the thief's latest access token becomes invalid too.
      await tx.delete(sessions).where(eq(sessions.id, session.id));
      return new AuthError("refresh_token_already_used");
    }
  }
  if (refreshToken === undefined) {
    // A token that was part of a URL must not be accepted again as the parent of the next one.
    if (once) await revokeRefreshTokens(tx, session.id);
    else await revokeRefreshToken(auth, tx, presented.id);
    refreshToken = await issueRefreshToken(auth, tx, session, once ? null : presented.id);
  }

  await tx.update(sessions).set({ refreshedAt: now, ip: from.ip }).where(eq(sessions.id, session.id));
  return presentSession(auth, tx, { user, session, refreshToken });
}

/** A used token is accepted for a while, for two tabs that refresh at once or a lost response. */
const isPastReuse = ({ clock, config }: AuthDeps, revokedAt: Date) =>
  clock.now().getTime() - revokedAt.getTime() >= config.auth.reuseSeconds * 1000;

/** The latest unused token of the session. */
async function findActiveToken(tx: Tx, session: SessionRow) {
  const [active] = await tx
    .select()
    .from(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, session.id), isNull(refreshTokens.revokedAt)))
    .orderBy(desc(refreshTokens.id))
    .limit(1);
  return active;
}
