import type { AuthDeps } from "../../deps.ts";
import { changeAdminRole } from "./change-admin-role.ts";
import { createAdministrator, type NewAdministrator } from "./create-administrator.ts";
import type { PasswordLink } from "./create-password-link.ts";
import { hasAdministrator } from "./has-administrator.ts";
import { resetAccount } from "./reset-account.ts";

/**
 * Command-line operations (scripts/admin.ts), not reachable over HTTP. Throws AppError: member_not_found,
 * last_administrator; AuthError as the files say.
 */
export interface Operator {
  hasAdministrator(): Promise<boolean>;
  create(given: NewAdministrator): Promise<PasswordLink>;
  /** `who` is an email address or a username. Returns false if nothing changed. */
  promote(who: string): Promise<boolean>;
  demote(who: string): Promise<boolean>;
  /** Removes two-factor authentication and creates a sign-in link. */
  reset(who: string, how: { readonly byMail: boolean }): Promise<PasswordLink & { readonly factors: number }>;
}

export function createOperator(auth: AuthDeps): Operator {
  return {
    hasAdministrator: () => hasAdministrator(auth),
    create: (given) => createAdministrator(auth, given),
    promote: (who) => changeAdminRole(auth, who, "admin"),
    demote: (who) => changeAdminRole(auth, who, "user"),
    reset: (who, how) => resetAccount(auth, who, how),
  };
}
