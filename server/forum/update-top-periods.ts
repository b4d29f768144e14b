import { sql } from "drizzle-orm";
import type { ForumDeps } from "./deps.ts";

const BATCH_SIZE = 500;

/**
 * Moves posts that have become too old for their Top period to the shortest one that includes them, or to none. Until
 * they are moved, lists skip them one by one. Returns the number of moved posts.
 */
export async function updateTopPeriods({ database, clock }: Pick<ForumDeps, "database" | "clock">) {
  let movedCount = 0;
  for (;;) {
    const now = sql`${clock.now().toISOString()}::timestamptz`;
    // Skips a locked post, which is being written, until the next run, so that no transaction waits for two posts.
    const { rowCount } = await database.db.execute(sql`
      update public.forum_posts set top_period = public.top_period_at(created_at, ${now})
      where id in (
        select id from public.forum_posts
        where deleted_at is null and top_period > 0 and created_at < ${now} - top_period * interval '1 day'
        limit ${BATCH_SIZE} for no key update skip locked
      )`);
    movedCount += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH_SIZE) return movedCount;
  }
}
