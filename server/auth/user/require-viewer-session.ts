import { and, eq, isNull } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import type { Bearer } from "../session/authenticate-bearer.ts";
import { type SessionRow, type SessionUser, sessions, type UserRow, users } from "../tables.ts";
import { createBannedError, isBanned } from "./is-banned.ts";

export interface ViewerSession extends Pick<Bearer, "user"> {
  readonly session: SessionRow;
}

/** Returns the viewer's account and session. Throws AppError("not_signed_in"), also if the session has just ended. */
export async function requireViewerSession({ database }: AuthDeps, viewer: Viewer): Promise<ViewerSession> {
  if (!viewer) throw new AppError("not_signed_in");
  const [row] = await database.db
    .select({ user: users, session: sessions })
    .from(users)
    .innerJoin(sessions, and(eq(sessions.userId, users.id), eq(sessions.id, viewer.sessionId)))
    .where(and(eq(users.id, viewer.id), isNull(users.deletedAt)));
  if (!row) throw new AppError("not_signed_in");
  return row;
}

interface SessionUserIds {
  readonly user: Pick<UserRow, "id">;
  readonly session: Pick<SessionRow, "id"> | null;
}

/**
 * Locks the account that a session is about to change, and returns the current rows. Every such change takes this lock
 * first, so that a session that has just ended can't make it. Throws AuthError: session_not_found; user_not_found for a
 * token without a session.
 */
export async function lockSessionUser(
  tx: Tx,
  { user: { id }, session }: SessionUserIds,
  strength: "no key update" | "update" = "no key update",
): Promise<SessionUser> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for(strength);
  // Read after locking, because a password change may have ended the session while we waited for the row lock.
  const [currentSession] =
    session === null ? [null] : await tx.select().from(sessions).where(eq(sessions.id, session.id));
  if (currentSession === undefined) throw new AuthError("session_not_found");
  if (!user || user.deletedAt) throw new AuthError("user_not_found");
  return { user, session: currentSession };
}

/** Like lockSessionUser, for the operations of pages. Throws AppError("not_signed_in"). */
export async function lockOwnUser(
  tx: Tx,
  ids: SessionUserIds,
  strength?: "no key update" | "update",
): Promise<UserRow> {
  try {
    return (await lockSessionUser(tx, ids, strength)).user;
  } catch (error) {
    throw error instanceof AuthError ? new AppError("not_signed_in", { cause: error }) : error;
  }
}

/** Locks the account that this session belongs to. Throws AuthError: session_not_found, user_banned. */
export async function lockSessionOwner(auth: AuthDeps, tx: Tx, sessionId: string): Promise<UserRow> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId));
  if (!session) throw new AuthError("session_not_found");
  const { user } = await lockSessionUser(tx, { user: { id: session.userId }, session });
  if (isBanned(user, auth.clock.now())) throw createBannedError(user);
  return user;
}
