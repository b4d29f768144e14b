import { sql } from "drizzle-orm";
import type { Database } from "#server/database/index.ts";

/**
 * Merges new counts into their days. One statement, so that readers always see the same sums and writers aren't
 * blocked.
 */
export async function mergeCounts({ database }: { readonly database: Database }): Promise<void> {
  await database.db.execute(sql`
    with added as (delete from public.activity_pending returning day, name, amount)
    insert into public.activity_counts as existing (day, name, amount)
    select day, name, sum(amount) from added group by day, name order by day, name
    on conflict (day, name) do update set amount = existing.amount + excluded.amount`);
}
