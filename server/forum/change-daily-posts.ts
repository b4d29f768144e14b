import { sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";

/** Updates the daily count of posts that aren't deleted, by UTC day of creation. Always the last lock taken. */
export async function changeDailyPosts(tx: Tx, createdAt: Date, amount: 1 | -1): Promise<void> {
  const day = createdAt.toISOString().slice(0, 10);
  await tx.execute(sql`
    insert into public.daily_counts as d (name, day, amount) values ('posts', ${day}::date, ${amount})
    on conflict (name, day) do update set amount = d.amount + excluded.amount`);
}
