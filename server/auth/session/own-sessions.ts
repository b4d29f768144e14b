import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import type { OwnSession } from "#core/accounts/own-account.ts";
import { AppError } from "#core/errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import { sessions } from "../tables.ts";
import { cancelPendingChanges, isOtherSession } from "../user/authorize-credential-change.ts";
import { lockOwnUser } from "../user/require-viewer-session.ts";
import { describeDevice, describeLocation } from "./describe-device.ts";
import { getExpiryReason } from "./session-limits.ts";

/** The maximum number of listed sessions. "Sign out everywhere else" also ends the rest. */
const SESSIONS_MAX = 100;

/**
 * Lists the member's active sessions, without those of apps: the current session first, then the others by last
 * activity. Throws AppError("not_signed_in").
 */
export async function listOwnSessions(auth: AuthDeps, viewer: Viewer): Promise<OwnSession[]> {
  if (!viewer) throw new AppError("not_signed_in");
  const rows = await auth.database.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), isNull(sessions.oauthClientId)))
    .orderBy(desc(eq(sessions.id, viewer.sessionId)), desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(SESSIONS_MAX);
  // An expired session remains until a refresh or the cleanup deletes it, but pages no longer accept it.
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
 * Ends one of the member's other sessions, if it hasn't ended yet, and cancels pending changes. Throws AppError:
 * not_signed_in; invalid_input for an invalid ID, and for the current session, because only signing out clears its
 * cookies.
 */
export async function endOwnSession(auth: AuthDeps, viewer: Viewer, id: string): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  if (!isUuid(id) || id === viewer.sessionId) throw new AppError("invalid_input");
  await deleteOtherSessions(auth, viewer, eq(sessions.id, id));
}

/** Ends all of the member's other sessions, and cancels pending changes. Throws AppError("not_signed_in"). */
export async function endOtherSessions(auth: AuthDeps, viewer: Viewer): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  await deleteOtherSessions(auth, viewer);
}

const deleteOtherSessions = ({ database }: AuthDeps, viewer: Member, condition?: SQL) =>
  database.db.transaction(async (tx) => {
    await lockOwnUser(tx, { user: viewer, session: { id: viewer.sessionId } });
    await cancelPendingChanges(tx, viewer.id);
    await tx.delete(sessions).where(and(isOtherSession(viewer.id, viewer.sessionId), condition));
  });
