import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthContext } from "../context.ts";
import { hasVerifiedFactor } from "../factor/factors.ts";
import type { Bearer } from "../session/authenticate-bearer.ts";

/**
 * Guards what signs a person in. Throws AuthError: user_sso_managed for an account of an identity provider,
 * insufficient_aal for one with a second factor that this session has not proved.
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
  if (!changes.email && !changes.phone && !changes.password) return;
  if (user.isSsoUser) throw new AuthError("user_sso_managed");
  if (session?.aal !== "aal2" && (await hasVerifiedFactor(auth.database.db, user.id)))
    throw new AuthError("insufficient_aal");
}
