import { type SQL, sql } from "drizzle-orm";

/**
 * Adds to the number of posts or members that were created on a day (UTC) and still exist. Built as SQL so that a
 * statement can include it.
 */
export function buildDailyCount(name: "posts" | "members", day: Date, change: number): SQL {
  return sql`insert into public.daily_counts as d (name, day, amount)
    values (${name}, ${day.toISOString().slice(0, 10)}::date, ${change})
    on conflict (name, day) do update set amount = d.amount + excluded.amount`;
}
