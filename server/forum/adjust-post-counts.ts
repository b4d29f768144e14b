import { sql } from "drizzle-orm";
import { buildDailyCount } from "#server/analytics/index.ts";
import { executeNamed, type Tx } from "#server/database/index.ts";

/**
 * Adds `change` to the post counts of the category and of the UTC day. Their rows are locked last, because all authors
 * share them.
 */
export async function adjustPostCounts(
  tx: Tx,
  { createdAt, category }: { readonly createdAt: Date; readonly category: string },
  change: 1 | -1,
): Promise<void> {
  await executeNamed(
    tx,
    "adjust-post-counts",
    sql`
      with by_category as (
        insert into public.category_counts as c (category, amount) values (${category}, ${change})
        on conflict (category) do update set amount = c.amount + excluded.amount
      )
      ${buildDailyCount("posts", createdAt, change)}`,
  );
}

/** Moves a post from one category's count to another's. Locks both rows in the same order as every other call. */
export async function movePostCount(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    insert into public.category_counts as c (category, amount)
    select * from (values (${from}, -1), (${to}, 1)) as changed (category, amount) order by category
    on conflict (category) do update set amount = c.amount + excluded.amount`);
}
