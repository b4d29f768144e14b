import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthDeps } from "../deps.ts";
import type { SessionUser } from "../tables.ts";
import { hasVerifiedFactor } from "../two-factor/factors.ts";
import type { PasswordChange } from "./authorize-credential-change.ts";

/**
 * Checks whether the session may change credentials. Throws AuthError: insufficient_aal if the session hasn't verified
 * its second factor; user_sso_managed if the password, email or phone of a single sign-on account would change.
 */
export async function requireCredentialChangeAllowed(
  auth: AuthDeps,
  { user, session }: SessionUser,
  changes: Pick<PasswordChange, "email" | "phone" | "password">,
): Promise<void> {
  if (session?.aal !== "aal2" && (await hasVerifiedFactor(auth.database.db, user.id)))
    throw new AuthError("insufficient_aal");
  if (user.isSsoUser && (changes.email || changes.phone || changes.password))
    throw new AuthError("user_sso_managed");
}
