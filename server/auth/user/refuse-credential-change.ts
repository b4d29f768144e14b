import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthContext } from "../context.ts";
import { hasVerifiedFactor } from "../factor/factors.ts";
import type { Bearer } from "../session/authenticate-bearer.ts";

/**
 * Guards the account. Throws AuthError: insufficient_aal while the session has yet to verify its second factor;
 * user_sso_managed when an account of an identity provider would get another password, address or number.
 */
export async function refuseCredentialChange(
  auth: AuthContext,
  { user, session }: Pick<Bearer, "user" | "session">,
  changes: {
    readonly email?: string | undefined;
    readonly phone?: string | undefined;
    readonly password?: string | undefined;
  },
): Promise<void> {
  if (session?.aal !== "aal2" && (await hasVerifiedFactor(auth.database.db, user.id)))
    throw new AuthError("insufficient_aal");
  if (user.isSsoUser && (changes.email || changes.phone || changes.password))
    throw new AuthError("user_sso_managed");
}
