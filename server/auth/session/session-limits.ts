import { and, eq, isNull, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { type SessionRow, sessions } from "../tables.ts";
import { hasVerifiedFactor } from "../two-factor/factors.ts";

/** The protocol's messages for a refused refresh. */
const MESSAGES = {
  timebox: "Invalid Refresh Token: Session Expired",
  inactivity: "Invalid Refresh Token: Session Expired (Inactivity)",
  lowAal: "Invalid Refresh Token: Session Expired (Low AAL: User Needs MFA Verification)",
  replaced: "Invalid Refresh Token: Session Expired (Revoked by Newer Login)",
} as const;

type LimitDeps = Pick<AuthDeps, "clock" | "config">;

export function getExpiryReason(auth: LimitDeps, session: SessionRow): "timebox" | "inactivity" | undefined {
  const { timeboxSeconds, inactivitySeconds } = auth.config.auth.sessions;
  if (hasElapsed(auth, session.createdAt, timeboxSeconds)) return "timebox";
  if (hasElapsed(auth, getLastUse(session), inactivitySeconds)) return "inactivity";
  return undefined;
}

/**
 * A session created before the first returned time, or last used before the second, expired more than `graceSeconds`
 * ago. Null: no limit.
 */
export function getSessionCutoffs({ clock, config }: LimitDeps, { graceSeconds = 0 } = {}) {
  const { timeboxSeconds, inactivitySeconds } = config.auth.sessions;
  const getCutoff = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(clock.now().getTime() - (seconds + graceSeconds) * 1000);
  return [getCutoff(timeboxSeconds), getCutoff(inactivitySeconds)] as const;
}

/**
 * Ends a session that is past one of its limits, and returns the error instead of throwing it, so that the deletion is
 * committed. The caller must have locked the session's row.
 */
export async function endIfExpired(auth: AuthDeps, tx: Tx, session: SessionRow) {
  const reason = getExpiryReason(auth, session) ?? (await getAccountExpiryReason(auth, tx, session));
  if (reason === undefined) return undefined;
  await tx.delete(sessions).where(eq(sessions.id, session.id));
  return new AuthError("session_expired", { message: MESSAGES[reason] });
}

async function getAccountExpiryReason(auth: AuthDeps, tx: Tx, session: SessionRow) {
  const { lowAalSeconds, single } = auth.config.auth.sessions;
  if (
    session.aal === "aal1" &&
    hasElapsed(auth, session.createdAt, lowAalSeconds) &&
    (await hasVerifiedFactor(tx, session.userId))
  )
    return "lowAal";
  if (!single || session.oauthClientId !== null) return undefined;
  // A session at aal1 may still have to pass two-factor authentication, so it doesn't replace one at aal2.
  const sameAalCondition = session.aal === "aal2" ? eq(sessions.aal, "aal2") : undefined;
  const isNewer = and(
    eq(sessions.userId, session.userId),
    // Sessions of apps don't end the member's own sessions.
    isNull(sessions.oauthClientId),
    sameAalCondition,
    // Read from the row itself, because a Date can't represent microseconds.
    sql`(${sessions.createdAt}, ${sessions.id}) >
          (select own.created_at, own.id from auth.sessions own where own.id = ${session.id})`,
  );
  return (await tx.$count(sessions, isNewer)) > 0 ? "replaced" : undefined;
}

const getLastUse = ({ createdAt, refreshedAt, lastSeenAt }: SessionRow): Date =>
  new Date(Math.max(createdAt.getTime(), refreshedAt?.getTime() ?? 0, lastSeenAt.getTime()));

const hasElapsed = ({ clock }: LimitDeps, since: Date, seconds: number | undefined): boolean =>
  seconds !== undefined && clock.now().getTime() >= since.getTime() + seconds * 1000;
