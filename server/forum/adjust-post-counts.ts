import { sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";

/**
 * Updates the counts of posts that aren't deleted: by category, and by UTC day of creation. These locks are always
 * taken last, because all authors share them.
 */
export async function adjustPostCounts(
  tx: Tx,
  { createdAt, category }: { readonly createdAt: Date; readonly category: string },
  change: 1 | -1,
): Promise<void> {
  const day = createdAt.toISOString().slice(0, 10);
  await tx.execute(sql`
    with by_category as (
      insert into public.category_counts as c (category, amount) values (${category}, ${change})
      on conflict (category) do update set amount = c.amount + excluded.amount
    )
    insert into public.daily_counts as d (name, day, amount) values ('posts', ${day}::date, ${change})
    on conflict (name, day) do update set amount = d.amount + excluded.amount`);
}

/** Moves a post's count to its new category. Locks both rows in the same order as every other call. */
export async function movePostCount(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    insert into public.category_counts as c (category, amount)
    select * from (values (${from}, -1), (${to}, 1)) as changed (category, amount) order by category
    on conflict (category) do update set amount = c.amount + excluded.amount`);
}
