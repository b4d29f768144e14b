import { sql } from "drizzle-orm";
import { bindOperations } from "#server/platform/bind-operations.ts";
import type { AuthDeps } from "../../deps.ts";
import { changeAdminRole } from "./change-admin-role.ts";
import { createAdministrator } from "./create-administrator.ts";
import { resetAccount } from "./reset-account.ts";

/** Command-line operations (scripts/admin.ts), which aren't accessible over HTTP. */
export const createOperator = (auth: AuthDeps) => ({
  ...bindOperations(auth, { hasAdministrator, create: createAdministrator, reset: resetAccount }),
  /** `identifier` is an email address or a username. Returns false if nothing changed. */
  promote: (identifier: string) => changeAdminRole(auth, identifier, "admin"),
  demote: (identifier: string) => changeAdminRole(auth, identifier, "user"),
});

async function hasAdministrator({ database, clock }: AuthDeps): Promise<boolean> {
  const { rows } = await database.db.execute(sql`
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.role = 'admin' and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= ${clock.now().toISOString()}::timestamptz)
    limit 1`);
  return rows.length > 0;
}
