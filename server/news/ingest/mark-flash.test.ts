import { expect, test } from "vitest";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { markFlash } from "./mark-flash.ts";

test("marking flash news while a source updates the same articles doesn't deadlock", async () => {
  const database = await createTestDatabase();
  const client = await database.pool.connect();
  try {
    for (const title of ["First", "Second"])
      await database.pool.query(
        `insert into news_articles (title, content, category, tags, published_at, source, identity, content_digest, is_flash)
         values ($1, 'Text', 'ai', '{}', now() - interval '9 days', 'The Gazette', $1, '', true)`,
        [title],
      );
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.newsWrites]);
    const touch = (title: string) =>
      client.query("update news_articles set excerpt = 'New' where title = $1", [title]);
    await touch("Second");
    const pendingMark = markFlash({ database, clock: { now: () => new Date() } });
    const countWaiting = async () =>
      (
        await database.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount;
    await expect.poll(countWaiting).toBe(1);
    await touch("First");
    await client.query("commit");
    await pendingMark;
    const { rows } = await database.pool.query("select from news_articles where is_flash");
    expect(rows).toEqual([]);
  } finally {
    client.release(true);
    await database.drop();
  }
});
