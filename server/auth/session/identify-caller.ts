import type { AuthContext } from "../context.ts";
import { authenticateBearer, readBearer } from "./authenticate-bearer.ts";

/** Whose rights a bearer token carries. */
export interface Caller {
  readonly role: string;
  /** Null for a token of no user: the public key, an administrator's program. */
  readonly userId: string | null;
  readonly isAnonymous: boolean;
}

/**
 * The caller behind an Authorization header, for protocols that take the public key as well as a member's token. A
 * token that names a user or a session counts only while both are there, and carries a visitor's rights while a
 * second factor is still to be proved. Throws AuthError as authenticateBearer does.
 */
export async function identifyCaller(auth: AuthContext, header: string | undefined): Promise<Caller> {
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
