import { sql } from "drizzle-orm";
import type { Database } from "#server/database/index.ts";

/**
 * Joins what the database's backends counted, each in a row of its own, to one row for a day and a name. One statement:
 * whoever reads meanwhile sees the same sums. It waits for nobody: a row that is being written is left for next time.
 */
export async function joinCounts({ database }: { readonly database: Database }): Promise<void> {
  await database.db.execute(sql`
    with gone as (
      delete from public.activity_counts where (day, name, slot) in (
        select day, name, slot from public.activity_counts where slot <> 0 for update skip locked
      ) returning day, name, amount
    )
    insert into public.activity_counts as kept (day, name, slot, amount)
    select day, name, 0, sum(amount) from gone group by day, name order by day, name
    on conflict (day, name, slot) do update set amount = kept.amount + excluded.amount`);
}
