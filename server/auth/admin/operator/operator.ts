import type { AuthDeps } from "../../deps.ts";
import { changeAdminRole } from "./change-admin-role.ts";
import { createAdministrator, type NewAdministrator } from "./create-administrator.ts";
import type { PasswordLink } from "./create-password-link.ts";
import { hasAdministrator } from "./has-administrator.ts";
import { resetAccount } from "./reset-account.ts";

/**
 * Command-line operations (scripts/admin.ts), which aren't accessible over HTTP. Throws AppError:
 * member_not_found, last_administrator; AuthError as listed in each file.
 */
export interface Operator {
  hasAdministrator(): Promise<boolean>;
  create(input: NewAdministrator): Promise<PasswordLink>;
  /**
   * Grants the admin role. `identifier` is an email address or a username. Returns false if nothing changed.
   */
  promote(identifier: string): Promise<boolean>;
  demote(identifier: string): Promise<boolean>;
  /** Removes two-factor authentication and creates a sign-in link. */
  reset(
    identifier: string,
    options: { readonly byEmail: boolean },
  ): Promise<PasswordLink & { readonly factors: number }>;
}

export function createOperator(auth: AuthDeps): Operator {
  return {
    hasAdministrator: () => hasAdministrator(auth),
    create: (input) => createAdministrator(auth, input),
    promote: (identifier) => changeAdminRole(auth, identifier, "admin"),
    demote: (identifier) => changeAdminRole(auth, identifier, "user"),
    reset: (identifier, options) => resetAccount(auth, identifier, options),
  };
}
