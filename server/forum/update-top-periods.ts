import { sql } from "drizzle-orm";
import type { ForumDeps } from "./deps.ts";

const BATCH = 500;

/**
 * Moves posts that have become too old for one of Top's periods on to the next (`top_period`), a few hundred in a
 * transaction. Until then a list skips them one by one. Returns how many were moved.
 */
export async function updateTopPeriods({
  database,
  clock,
}: Pick<ForumDeps, "database" | "clock">): Promise<number> {
  let moved = 0;
  for (;;) {
    const now = sql`${clock.now().toISOString()}::timestamptz`;
    // A post that is locked is being written: its turn comes again, and nobody waits for two posts at once.
    const { rowCount } = await database.db.execute(sql`
      update public.forum_posts set top_period = public.top_period_at(created_at, ${now})
      where id in (
        select id from public.forum_posts
        where deleted_at is null and top_period > 0 and created_at < ${now} - top_period * interval '1 day'
        limit ${BATCH} for no key update skip locked
      )`);
    moved += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return moved;
  }
}
