import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";

/**
 * Moves the pending counts to activity_counts, in one statement, so that readers always see the same sums and writers
 * aren't blocked.
 */
export async function mergeCounts({ database }: { readonly database: { readonly db: Pick<Tx, "execute"> } }) {
  await database.db.execute(sql`
    with added as (delete from public.activity_pending returning day, name, amount)
    insert into public.activity_counts as existing (day, name, amount)
    select day, name, sum(amount) from added group by day, name order by day, name
    on conflict (day, name) do update set amount = existing.amount + excluded.amount`);
}

/** Adds one to today's count of an activity, inside the given transaction. */
export async function countActivity(tx: Tx, name: "members_left"): Promise<void> {
  await tx.execute(sql`
    insert into public.activity_pending (day, name, amount) values ((now() at time zone 'UTC')::date, ${name}, 1)`);
}

/** Subtracts the counts (name, day, amount) that the query returns, as if the activity had never been counted. */
export async function subtractCounts(tx: Tx, query: SQL): Promise<void> {
  await tx.execute(sql`
    insert into public.activity_pending (name, day, amount)
    select name, day, -amount from (${query}) as subtracted (name, day, amount)`);
  await mergeCounts({ database: { db: tx } });
  await tx.execute(sql`delete from public.activity_counts where amount <= 0`);
}
