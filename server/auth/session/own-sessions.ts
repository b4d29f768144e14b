import { and, desc, eq, isNull, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { OwnSession } from "#core/accounts/own-account.ts";
import { AppError } from "#core/errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { createValidationError } from "../request-body.ts";
import { sessions } from "../tables.ts";
import { cancelPendingChanges } from "../user/authorize-credential-change.ts";
import { requireVerifiedFactor } from "./authenticate-bearer.ts";
import { describeDevice, describeLocation } from "./describe-device.ts";
import { getExpiryReason } from "./session-limits.ts";

/** How many sessions are listed at most. "Sign out everywhere else" also ends the rest. */
const SESSIONS_MAX = 100;

/**
 * Lists the current session first, then by last activity, without sessions of apps. Throws AppError("not_signed_in").
 */
export async function listOwnSessions(auth: AuthDeps, viewer: Viewer): Promise<OwnSession[]> {
  if (!viewer) throw new AppError("not_signed_in");
  const rows = await auth.database.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), isNull(sessions.oauthClientId)))
    .orderBy(desc(eq(sessions.id, viewer.sessionId)), desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(SESSIONS_MAX);
  // An expired session remains until its next refresh, but can't be used.
  const activeRows = rows.filter((row) => row.id === viewer.sessionId || !getExpiryReason(auth, row));
  return activeRows.map((row) => ({
    id: row.id,
    device: describeDevice(row.userAgent),
    location: describeLocation(row.ip),
    startedAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isCurrent: row.id === viewer.sessionId,
  }));
}

/**
 * Ends one of the member's other sessions; does nothing if it has already ended. Throws AppError: not_signed_in;
 * invalid_input for the current session, because only signing out clears its cookies.
 */
export async function endOwnSession({ database }: AuthDeps, viewer: Viewer, id: string): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  if (!isUuid(id) || id === viewer.sessionId) throw new AppError("invalid_input");
  await database.db.transaction(async (tx) => {
    await cancelPendingChanges(tx, viewer.id);
    await tx.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, viewer.id)));
  });
}

/** Ends all of the member's other sessions. Throws AppError("not_signed_in"). */
export async function endOtherSessions(auth: AuthDeps, viewer: Viewer): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  await endSessions(auth, { userId: viewer.id, sessionId: viewer.sessionId }, "others");
}

const SCOPES = ["global", "local", "others"] as const;
export type SignOutScope = (typeof SCOPES)[number];

/**
 * Ends this session, the user's other sessions, or all of them. Without a session, ends all. Takes effect immediately.
 * Pending changes are canceled when other sessions end.
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
    if (sessionId === null || scope !== "local") await cancelPendingChanges(tx, userId);
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), condition));
  });
}

/**
 * Signs out by access token, for forms without JavaScript. An expired token can still end its own session, because the
 * signature identifies it; wider scopes need a valid token. Throws AuthError("bad_jwt").
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
