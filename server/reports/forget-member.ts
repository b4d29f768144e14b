import { sql } from "drizzle-orm";
import type { ReportDeps } from "./deps.ts";

/**
 * Called when an account is closed. Foreign keys make its reports anonymous; this deletes its reported text.
 * Idempotent.
 */
export async function forgetMember({ database }: ReportDeps, userId: string): Promise<void> {
  await database.db.execute(sql`
    update public.report_groups
    set words = '', thing_name = case when thing_kind = 'profile' then 'Deleted member' else thing_name end
    where author_id = ${userId}::uuid and (words <> '' or thing_kind = 'profile')`);
}
