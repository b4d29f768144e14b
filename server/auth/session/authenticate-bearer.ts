import { eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { getDisplayName } from "#core/accounts/member.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { SERVICE_KEY, type ServiceActor } from "../admin/service-audit.ts";
import type { AuthDeps } from "../deps.ts";
import { type Claims, createBadTokenError } from "../keys/tokens.ts";
import { type SessionUser, sessions, users } from "../tables.ts";
import { hasVerifiedFactor } from "../two-factor/factors.ts";
import { isBanned } from "../user/is-banned.ts";

export interface Bearer extends SessionUser {
  readonly claims: Claims;
  /** Whether the account has two-factor authentication that this session still has to pass. */
  readonly isFactorRequired: boolean;
}

const ADMIN_ROLES = new Set(["service_role", "supabase_admin"]);

/**
 * Authenticates the user who sent an Authorization header. The protocol defines the order of the checks. Throws
 * AuthError: no_authorization, bad_jwt, user_not_found, session_not_found, user_banned.
 */
export async function authenticateBearer(auth: AuthDeps, header: string | undefined): Promise<Bearer> {
  const claims = await readBearer(auth, header);
  if (!claims.sub) throw new AuthError("bad_jwt", { message: "invalid claim: missing sub claim" });
  if (!isUuid(claims.sub))
    throw new AuthError("bad_jwt", { status: 400, message: "invalid claim: sub claim must be a UUID" });
  const sessionId = claims.session_id || null;
  const claimedSessionId = sessionId !== null && isUuid(sessionId) ? sessionId : null;

  const { db } = auth.database;
  const [[user], [session], hasFactor] = await Promise.all([
    db.select().from(users).where(eq(users.id, claims.sub)),
    claimedSessionId ? db.select().from(sessions).where(eq(sessions.id, claimedSessionId)) : [],
    hasVerifiedFactor(db, claims.sub),
  ]);
  if (!user || user.deletedAt) throw new AuthError("user_not_found");
  if (sessionId !== null && claimedSessionId === null)
    throw new AuthError("bad_jwt", { message: "invalid claim: session_id claim must be a UUID" });
  if (claimedSessionId !== null && session?.userId !== user.id) throw new AuthError("session_not_found");
  if (isBanned(user, auth.clock.now())) throw new AuthError("user_banned");
  const isFactorRequired = hasFactor && session?.aal !== "aal2";
  return { claims, user, session: session ?? null, isFactorRequired };
}

/** Refuses a session that still has to pass two-factor authentication. Throws AuthError("insufficient_aal"). */
export function requireVerifiedFactor({ isFactorRequired }: Pick<Bearer, "isFactorRequired">): void {
  if (isFactorRequired) throw new AuthError("insufficient_aal");
}

/** Authenticates a token with an admin role, which needs no user. Throws the same AuthErrors, and not_admin. */
export async function authenticateAdmin(auth: AuthDeps, header: string | undefined): Promise<ServiceActor> {
  const claims = await readBearer(auth, header);
  if (!ADMIN_ROLES.has(claims.role ?? "")) throw new AuthError("not_admin");
  if (!claims.session_id) return SERVICE_KEY;
  const { user } = await authenticateBearer(auth, header);
  const { username } = user.userMetadata;
  const name = typeof username === "string" ? username : null;
  return { id: user.id, username: getDisplayName({ username: name, email: user.email }) };
}

/** Reads the claims of a correctly signed and unexpired token. Throws AuthError: no_authorization, bad_jwt. */
async function readBearer(auth: AuthDeps, header: string | undefined): Promise<Claims> {
  const token = /^Bearer\s+(\S+)$/i.exec(header ?? "")?.[1];
  if (!token) throw new AuthError("no_authorization");
  const { claims, expired } = await auth.tokens.verify(token);
  if (expired) throw createBadTokenError("token has invalid claims: token is expired");
  return claims;
}

export interface ApiClient {
  readonly role: string;
  /** Null for the public API key and admin keys. */
  readonly userId: string | null;
  readonly isAnonymous: boolean;
  readonly sessionId: string | null;
}

/**
 * Identifies the user or service that sent an Authorization header, for APIs that also accept the public API key. While
 * two-factor authentication is pending, the token has a visitor's rights. Throws the same AuthErrors as
 * authenticateBearer.
 */
export async function identifyClient(auth: AuthDeps, header: string | undefined): Promise<ApiClient> {
  const claims = await readBearer(auth, header);
  const role = claims.role ?? "";
  const isAdminRole = role === "service_role" || role === "supabase_admin";
  if (!claims.session_id && (!claims.sub || isAdminRole)) {
    return { role, userId: null, isAnonymous: false, sessionId: null };
  }
  const { user, session, isFactorRequired } = await authenticateBearer(auth, header);
  if (isFactorRequired) return { role: "anon", userId: null, isAnonymous: false, sessionId: null };
  return { role, userId: user.id, isAnonymous: user.isAnonymous, sessionId: session?.id ?? null };
}

/**
 * Whether the account is in good standing and its session, if given, hasn't ended. For permissions that outlive the
 * request in which they were granted.
 */
export async function isStillSignedIn(
  { database, clock }: AuthDeps,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | null },
): Promise<boolean> {
  const { rows } = await database.db.execute(sql`
    select from auth.users u
    where u.id = ${userId}::uuid and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= ${clock.now().toISOString()}::timestamptz)
      and (${sessionId}::uuid is null or exists (
        select from auth.sessions s where s.id = ${sessionId}::uuid and s.user_id = u.id))`);
  return rows.length > 0;
}
