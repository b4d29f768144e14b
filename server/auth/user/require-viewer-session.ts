import { and, eq, isNull } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import type { Bearer } from "../session/authenticate-bearer.ts";
import { type SessionRow, sessions, type UserRow, users } from "../tables.ts";
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

/** Locks the member's account. Throws AppError("not_signed_in") if it has been deleted in the meantime. */
export async function lockOwnUser(tx: Tx, userId: string): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
  if (!user || user.deletedAt) throw new AppError("not_signed_in");
  return user;
}

/** Locks the account that this session belongs to. Throws AuthError: session_not_found, user_banned. */
export async function lockSessionOwner(auth: AuthDeps, tx: Tx, sessionId: string): Promise<UserRow> {
  const findSession = () => tx.select().from(sessions).where(eq(sessions.id, sessionId));
  const [session] = await findSession();
  if (!session) throw new AuthError("session_not_found");
  const [user] = await tx.select().from(users).where(eq(users.id, session.userId)).for("no key update");
  // A password change may have ended the session while we waited for the row lock.
  const [currentSession] = await findSession();
  if (!currentSession || !user || user.deletedAt !== null) throw new AuthError("session_not_found");
  if (isBanned(user, auth.clock.now())) throw createBannedError(user);
  return user;
}
