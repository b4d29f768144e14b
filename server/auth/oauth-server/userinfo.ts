import { and, eq, lt } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { OAuthError, respondOAuth } from "../oauth-error.ts";
import { getExpiryReason } from "../session/session-limits.ts";
import { sessions, users } from "../tables.ts";
import { isBanned } from "../user/is-banned.ts";
import { readUserClaims } from "./user-claims.ts";

/** The minimum time between updates of `lastSeenAt`. An app's "last used" time can lag behind by this much. */
const LAST_SEEN_INTERVAL_MS = 60_000;

/** Returns what an app may know about the member. This is the only endpoint that accepts an app's access tokens. */
export const handleUserInfo: AuthHandler = (c, auth) =>
  respondOAuth(c, async () => {
    const { user, scopes } = await authenticateApp(auth, c.req.header("authorization"));
    return c.json(await readUserClaims(auth, auth.database.db, user, scopes));
  });

async function authenticateApp(auth: AuthDeps, header: string | undefined) {
  const token = /^Bearer\s+(\S+)$/i.exec(header ?? "")?.[1];
  const createTokenError = (description: string) => new OAuthError("invalid_token", description);
  if (!token) throw createTokenError("An app's access token is required");
  const verifiedToken = await auth.tokens.verifyAppToken(token).catch((error: unknown) => {
    throw error instanceof AuthError ? createTokenError("The token is not an app's access token") : error;
  });
  const { claims, clientId, expired } = verifiedToken;
  if (expired) throw createTokenError("The token has expired");
  const { db } = auth.database;
  const [row] =
    isUuid(claims.session_id) && isUuid(claims.sub)
      ? await db
          .select({ user: users, session: sessions })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .where(
            and(
              eq(sessions.id, claims.session_id),
              eq(sessions.userId, claims.sub),
              eq(sessions.oauthClientId, clientId),
            ),
          )
      : [];
  const now = auth.clock.now();
  if (!row || row.user.deletedAt !== null || isBanned(row.user, now) || getExpiryReason(auth, row.session))
    throw createTokenError("The app's access has ended");
  const { user, session } = row;
  await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(
      and(
        eq(sessions.id, session.id),
        lt(sessions.lastSeenAt, new Date(now.getTime() - LAST_SEEN_INTERVAL_MS)),
      ),
    );
  return { user, scopes: session.oauthScopes ?? [] };
}
