import { type SQL, sql } from "drizzle-orm";

/** Counts posts or members of a day (UTC) that still exist. SQL, so that a statement can include it. */
export function buildDailyCount(name: "posts" | "members", day: Date, change: number): SQL {
  return sql`insert into public.daily_counts as d (name, day, amount)
    values (${name}, ${day.toISOString().slice(0, 10)}::date, ${change})
    on conflict (name, day) do update set amount = d.amount + excluded.amount`;
}
