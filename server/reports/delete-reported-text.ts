import { sql } from "drizzle-orm";
import type { ReportDeps } from "./deps.ts";

/**
 * Deletes the stored copies of an account's reported posts, comments and profile. Foreign keys make the account's own
 * reports anonymous.
 */
export async function deleteReportedText({ database }: ReportDeps, userId: string): Promise<void> {
  await database.db.execute(sql`
    update public.report_groups
    set original_text = '', target_name = case when target_kind = 'profile' then 'Deleted member' else target_name end
    where author_id = ${userId}::uuid and (original_text <> '' or target_kind = 'profile')`);
}
