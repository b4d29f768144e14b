import { and, eq, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { createValidationError } from "../request-body.ts";
import { sessions } from "../tables.ts";
import { cancelPendingChanges } from "../user/authorize-credential-change.ts";
import { lockSessionUser } from "../user/require-viewer-session.ts";
import { requireVerifiedFactor } from "./authenticate-bearer.ts";

const SCOPES = ["global", "local", "others"] as const;
export type SignOutScope = (typeof SCOPES)[number];

/**
 * Ends this session, the user's other sessions, or all of them. Without a session ID, ends all. Takes effect
 * immediately. Pending changes are canceled unless only this session ends. A session that has already ended can't end
 * others. Throws AuthError("session_not_found").
 */
async function endSessions(
  auth: AuthDeps,
  { userId, sessionId }: { userId: string; sessionId: string | null },
  scope: SignOutScope,
): Promise<void> {
  const condition =
    sessionId === null || scope === "global"
      ? undefined
      : scope === "local"
        ? eq(sessions.id, sessionId)
        : ne(sessions.id, sessionId);
  await auth.database.db.transaction(async (tx) => {
    if (sessionId !== null && scope !== "local")
      await lockSessionUser(tx, { user: { id: userId }, session: { id: sessionId } });
    if (sessionId === null || scope !== "local") await cancelPendingChanges(tx, userId);
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), condition));
  });
}

/**
 * Signs out by access token, for forms without JavaScript. An expired token is accepted, because it is still correctly
 * signed, but ends only its own session, whatever the scope. Throws AuthError: bad_jwt, session_not_found.
 */
export async function signOut(auth: AuthDeps, accessToken: string, scope: SignOutScope): Promise<void> {
  const { claims, expired } = await auth.tokens.verify(accessToken);
  if (!claims.sub || !claims.session_id) throw new AuthError("bad_jwt");
  await endSessions(auth, { userId: claims.sub, sessionId: claims.session_id }, expired ? "local" : scope);
}

export const handleSignOut: AuthHandler = async (c, auth) => {
  const requestedScope = c.req.query("scope") || "global";
  const scope = SCOPES.find((known) => known === requestedScope);
  if (!scope) throw createValidationError(`Unsupported logout scope "${requestedScope.slice(0, 40)}"`);
  const bearer = c.get("bearer");
  const { user, session } = bearer;
  if (scope === "others" || session === null) requireVerifiedFactor(bearer);
  const sessionId = session?.id ?? null;
  // A client that only knows the password must not sign the owner out.
  await endSessions(auth, { userId: user.id, sessionId }, bearer.isFactorRequired ? "local" : scope);
  return c.body(null, 204);
};
