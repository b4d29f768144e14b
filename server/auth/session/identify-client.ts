import { sql } from "drizzle-orm";
import type { AuthDeps } from "../deps.ts";
import { authenticateBearer, readBearerClaims } from "./authenticate-bearer.ts";
import { getSessionCutoffs } from "./session-limits.ts";

export interface ApiClient {
  readonly role: string;
  /** Null for the public API key, for admin keys, and while two-factor authentication is pending. */
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
  const claims = await readBearerClaims(auth, header);
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
 * Whether the account is neither deleted nor suspended, and its session, if given, hasn't ended. For permissions that
 * outlive the request in which they were granted. Session limits only prevent refreshes, so a session that has passed
 * one counts as ended when its last access token has expired too.
 */
export async function isStillSignedIn(
  auth: AuthDeps,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | null },
): Promise<boolean> {
  const { database, clock, config } = auth;
  const [createdAfter, usedAfter] = getSessionCutoffs(auth, { graceSeconds: config.auth.tokenSeconds }).map(
    (cutoff) => cutoff?.toISOString() ?? null,
  );
  const { rows } = await database.db.execute(sql`
    select from auth.users u
    where u.id = ${userId}::uuid and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= ${clock.now().toISOString()}::timestamptz)
      and (${sessionId}::uuid is null or exists (
        select from auth.sessions s where s.id = ${sessionId}::uuid and s.user_id = u.id
          and (${createdAfter}::timestamptz is null or s.created_at > ${createdAfter}::timestamptz)
          and (${usedAfter}::timestamptz is null
            or greatest(s.created_at, s.refreshed_at, s.last_seen_at) > ${usedAfter}::timestamptz)))`);
  return rows.length > 0;
}
