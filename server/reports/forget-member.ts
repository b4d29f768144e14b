import { sql } from "drizzle-orm";
import type { ReportDeps } from "./deps.ts";

/**
 * Of a member who leaves, the reports that they made stay without a name, by the foreign keys; what was kept of their
 * own words goes here. May be called again.
 */
export async function forgetMember({ database }: ReportDeps, userId: string): Promise<void> {
  await database.db.execute(sql`
    update public.report_groups
    set words = '', thing_name = case when thing_kind = 'profile' then 'Deleted member' else thing_name end
    where author_id = ${userId}::uuid and (words <> '' or thing_kind = 'profile')`);
}
