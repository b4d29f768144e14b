import { and, desc, eq, isNull, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { refreshTokens, sessions, type UserRow } from "../tables.ts";
import { hasVerifiedFactor } from "../two-factor/factors.ts";
import { addMethods } from "./record-proof.ts";
import { issueRefreshToken, revokeRefreshToken } from "./refresh-tokens.ts";
import { completeSignIn } from "./sign-ins.ts";
import { presentSession } from "./start-session.ts";

interface Upgrade {
  readonly user: UserRow;
  readonly sessionId: string;
  /** What to add to the session's amr (authentication methods references). */
  readonly method: string;
  /** Null if a passkey was verified that isn't enrolled as a factor. */
  readonly factorId: string | null;
  readonly passkeyId?: string;
}

/**
 * Upgrades a session to aal2 after a factor or passkey was verified. Replaces its refresh token and, if the account has
 * two-factor authentication, ends the user's other aal1 sessions. The caller must have locked the user's row. Throws
 * AuthError("session_not_found").
 */
export async function upgradeSessionToAal2(
  auth: AuthDeps,
  tx: Tx,
  { user, sessionId, method, factorId, passkeyId }: Upgrade,
): Promise<AuthSession> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for("update");
  if (!session) throw new AuthError("session_not_found");
  const amr = addMethods(auth, session, [method]);
  const changes = { amr, aal: "aal2" as const, factorId, passkeyId: passkeyId ?? session.passkeyId };
  await tx.update(sessions).set(changes).where(eq(sessions.id, session.id));
  await completeSignIn(tx, session, method);
  if (await hasVerifiedFactor(tx, user.id))
    await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, user.id), eq(sessions.aal, "aal1"), ne(sessions.id, session.id)));

  const activeTokens = await tx
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, session.id), isNull(refreshTokens.revokedAt)))
    .orderBy(desc(refreshTokens.id));
  for (const { id } of activeTokens) await revokeRefreshToken(auth, tx, id);
  const refreshToken = await issueRefreshToken(auth, tx, session, activeTokens[0]?.id ?? null);
  return presentSession(auth, tx, { user, session: { ...session, ...changes }, refreshToken });
}
