import { sql } from "drizzle-orm";
import type { Database } from "#server/database/index.ts";

/**
 * Joins what was counted since the last time to the counts of its days. One statement: whoever reads meanwhile sees the
 * same sums, and whoever counts is not held up.
 */
export async function joinCounts({ database }: { readonly database: Database }): Promise<void> {
  await database.db.execute(sql`
    with gone as (delete from public.activity_added returning day, name, amount)
    insert into public.activity_counts as kept (day, name, amount)
    select day, name, sum(amount) from gone group by day, name order by day, name
    on conflict (day, name) do update set amount = kept.amount + excluded.amount`);
}
