import { type SQL, sql } from "drizzle-orm";

/**
 * Builds SQL to embed in other statements. It adds `change` to the count of existing posts or members that were created
 * on a UTC day.
 */
export function buildDailyCount(name: "posts" | "members", day: Date, change: number): SQL {
  return sql`insert into public.daily_counts as d (name, day, amount)
    values (${name}, ${day.toISOString().slice(0, 10)}::date, ${change})
    on conflict (name, day) do update set amount = d.amount + excluded.amount`;
}
