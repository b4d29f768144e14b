import { bindOperations } from "../../bind-operations.ts";
import type { AuthDeps } from "../../deps.ts";
import { changeAdminRole } from "./change-admin-role.ts";
import { createAdministrator } from "./create-administrator.ts";
import { hasAdministrator } from "./has-administrator.ts";
import { resetAccount } from "./reset-account.ts";

/** Command-line operations (scripts/admin.ts), which aren't accessible over HTTP. */
export const createOperator = (auth: AuthDeps) => ({
  ...bindOperations(auth, { hasAdministrator, create: createAdministrator, reset: resetAccount }),
  /** `identifier` is an email address or a username. Returns false if nothing changed. */
  promote: (identifier: string) => changeAdminRole(auth, identifier, "admin"),
  demote: (identifier: string) => changeAdminRole(auth, identifier, "user"),
});
