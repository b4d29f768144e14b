import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { sessions, type UserRow, users } from "../tables.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";

/** Locks the account of a session that is to be changed. Throws AuthError: session_not_found, user_banned. */
export async function lockSessionOwner(auth: AuthDeps, tx: Tx, sessionId: string): Promise<UserRow> {
  const find = () => tx.select().from(sessions).where(eq(sessions.id, sessionId));
  const [session] = await find();
  if (!session) throw new AuthError("session_not_found");
  const [account] = await tx.select().from(users).where(eq(users.id, session.userId)).for("no key update");
  // A password change may have ended the session while we waited for the row lock.
  const [currentSession] = await find();
  if (!currentSession || !account || account.deletedAt !== null) throw new AuthError("session_not_found");
  if (isBanned(account, auth.clock.now())) throw createBannedError(account);
  return account;
}
