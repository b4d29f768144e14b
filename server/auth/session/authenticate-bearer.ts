import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import { type Claims, createBadTokenError } from "../keys/tokens.ts";
import { type SessionUser, sessions, users } from "../tables.ts";
import { hasVerifiedFactor } from "../two-factor/factors.ts";
import { isBanned } from "../user/is-banned.ts";

export interface Bearer extends SessionUser {
  readonly claims: Claims;
  /** Whether the account has two-factor authentication that this session still has to pass. */
  readonly isFactorRequired: boolean;
}

/**
 * Authenticates the user who sent an Authorization header. The protocol defines the order of the checks. Throws
 * AuthError: no_authorization, bad_jwt, user_not_found, session_not_found, user_banned.
 */
export async function authenticateBearer(auth: AuthDeps, header: string | undefined): Promise<Bearer> {
  const claims = await readBearerClaims(auth, header);
  if (!claims.sub) throw new AuthError("bad_jwt", { message: "invalid claim: missing sub claim" });
  if (!isUuid(claims.sub))
    throw new AuthError("bad_jwt", { status: 400, message: "invalid claim: sub claim must be a UUID" });
  const claimedSessionId = claims.session_id || null;
  const sessionId = claimedSessionId !== null && isUuid(claimedSessionId) ? claimedSessionId : null;

  const { db } = auth.database;
  const [[user], [session], hasFactor] = await Promise.all([
    db.select().from(users).where(eq(users.id, claims.sub)),
    sessionId ? db.select().from(sessions).where(eq(sessions.id, sessionId)) : [],
    hasVerifiedFactor(db, claims.sub),
  ]);
  if (!user || user.deletedAt) throw new AuthError("user_not_found");
  if (claimedSessionId !== null && sessionId === null)
    throw new AuthError("bad_jwt", { message: "invalid claim: session_id claim must be a UUID" });
  if (sessionId !== null && session?.userId !== user.id) throw new AuthError("session_not_found");
  if (isBanned(user, auth.clock.now())) throw new AuthError("user_banned");
  const isFactorRequired = hasFactor && session?.aal !== "aal2";
  return { claims, user, session: session ?? null, isFactorRequired };
}

/** Refuses a session that still has to pass two-factor authentication. Throws AuthError("insufficient_aal"). */
export function requireVerifiedFactor({ isFactorRequired }: Pick<Bearer, "isFactorRequired">): void {
  if (isFactorRequired) throw new AuthError("insufficient_aal");
}

/** Reads the claims of a correctly signed and unexpired token. Throws AuthError: no_authorization, bad_jwt. */
export async function readBearerClaims(auth: AuthDeps, header: string | undefined): Promise<Claims> {
  const token = /^Bearer\s+(\S+)$/i.exec(header ?? "")?.[1];
  if (!token) throw new AuthError("no_authorization");
  const { claims, expired } = await auth.tokens.verify(token);
  if (expired) throw createBadTokenError("token has invalid claims: token is expired");
  return claims;
}
