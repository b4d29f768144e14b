import { and, eq, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthContext } from "../context.ts";
import type { AuthHandler } from "../handler.ts";
import { sessions } from "../tables.ts";
import { cancelPendingChanges } from "../user/change-password.ts";
import { requireVerifiedFactor } from "./authenticate-bearer.ts";

const SCOPES = ["global", "local", "others"] as const;
export type SignOutScope = (typeof SCOPES)[number];

/**
 * Ends this session, all the user's others, or all. A token bound to no session ends all. Takes effect at once. What the
 * others have begun is cancelled with them.
 */
async function endSessions(
  auth: AuthContext,
  { userId, sessionId }: { userId: string; sessionId: string | null },
  scope: SignOutScope,
): Promise<void> {
  const which =
    sessionId === null || scope === "global"
      ? undefined
      : scope === "local"
        ? eq(sessions.id, sessionId)
        : ne(sessions.id, sessionId);
  await auth.database.db.transaction(async (tx) => {
    if (sessionId === null || scope !== "local") await cancelPendingChanges(tx, userId);
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), which));
  });
}

/**
 * Signs out the holder of an access token, for a form without script. Its own session ends even when the token has
 * run out, since the signature still says whose it was; anything wider takes a token that is good.
 */
export async function signOut(auth: AuthContext, accessToken: string, scope: SignOutScope): Promise<void> {
  const { claims, expired } = await auth.tokens.verify(accessToken);
  if (!claims.sub || !claims.session_id) throw new AuthError("bad_jwt");
  await endSessions(auth, { userId: claims.sub, sessionId: claims.session_id }, expired ? "local" : scope);
}

export const handleSignOut: AuthHandler = async (c, auth) => {
  const asked = c.req.query("scope") || "global";
  const scope = SCOPES.find((known) => known === asked);
  if (!scope)
    throw new AuthError("validation_failed", { message: `Unsupported logout scope "${asked.slice(0, 40)}"` });
  const bearer = c.get("bearer");
  const { user, session } = bearer;
  if (scope === "others" || session === null) requireVerifiedFactor(bearer);
  const sessionId = session?.id ?? null;
  // Somebody with the password alone must not sign the owner out.
  await endSessions(auth, { userId: user.id, sessionId }, bearer.needsFactor ? "local" : scope);
  return c.body(null, 204);
};
