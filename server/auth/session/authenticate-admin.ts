import { AuthError } from "#core/accounts/auth-errors.ts";
import { getDisplayName } from "#core/accounts/member.ts";
import { SERVICE_KEY, type ServiceActor } from "../admin/service-audit.ts";
import type { AuthDeps } from "../deps.ts";
import { authenticateBearer, readBearerClaims } from "./authenticate-bearer.ts";

const ADMIN_ROLES = new Set(["service_role", "supabase_admin"]);

/**
 * Authenticates a token with an admin role. The token doesn't have to belong to a user. Throws AuthError("not_admin")
 * and the errors of authenticateBearer.
 */
export async function authenticateAdmin(auth: AuthDeps, header: string | undefined): Promise<ServiceActor> {
  const claims = await readBearerClaims(auth, header);
  if (!ADMIN_ROLES.has(claims.role ?? "")) throw new AuthError("not_admin");
  if (!claims.session_id) return SERVICE_KEY;
  const { user } = await authenticateBearer(auth, header);
  const { username } = user.userMetadata;
  const name = typeof username === "string" ? username : null;
  return { id: user.id, username: getDisplayName({ username: name, email: user.email }) };
}
