import type { AuthDeps } from "../deps.ts";
import { authenticateBearer, readBearer } from "./authenticate-bearer.ts";

/** The user and rights of a bearer token. */
export interface ApiClient {
  readonly role: string;
  /** Null for tokens without a user: the public key and admin keys. */
  readonly userId: string | null;
  readonly isAnonymous: boolean;
}

/**
 * Authenticates an Authorization header for protocols that accept the public key as well as members' tokens.
 * The token's user and session must still exist. While two-factor authentication is pending, the token has a
 * visitor's rights. Throws AuthError as authenticateBearer does.
 */
export async function identifyClient(auth: AuthDeps, header: string | undefined): Promise<ApiClient> {
  const claims = await readBearer(auth, header);
  const role = claims.role ?? "";
  const isAboveUsers = role === "service_role" || role === "supabase_admin";
  if (!claims.session_id && (!claims.sub || isAboveUsers)) {
    return { role, userId: null, isAnonymous: false };
  }
  const { user, needsFactor } = await authenticateBearer(auth, header);
  if (needsFactor) return { role: "anon", userId: null, isAnonymous: false };
  return { role, userId: user.id, isAnonymous: user.isAnonymous };
}
