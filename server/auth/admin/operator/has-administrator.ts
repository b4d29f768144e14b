import { sql } from "drizzle-orm";
import type { AuthDeps } from "../../deps.ts";

export async function hasAdministrator({ database, clock }: AuthDeps): Promise<boolean> {
  const { rows } = await database.db.execute(sql`
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.role = 'admin' and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= ${clock.now().toISOString()}::timestamptz)
    limit 1`);
  return rows.length > 0;
}
