import { afterAll, beforeAll, expect, test } from "vitest";
import type { TopPeriod } from "#core/forum/types.ts";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
beforeAll(async () => {
  site = await openTestForum();
});
afterAll(() => site.database.drop());

const DAYS = { day: 1, week: 7, month: 30 } as const;
const HOUR_MS = 3_600_000;

test("at any time, Top of a period lists each of its posts once, even if stored periods are outdated", async () => {
  const ada = await site.createMember("ada");
  const start = Date.parse("2026-06-13T16:00:00.000Z");
  const times = Array.from(
    { length: 270 },
    (_, index) => new Date(start + 32 * HOUR_MS - index * 5 * HOUR_MS),
  );
  await site.database.pool.query(
    `insert into forum_posts (title, content, category, author_id, created_at, upvotes, tags)
     select 'At ' || at, 'Some text.', (array['ai', 'defi', 'news'])[1 + position % 3], $1, at, position % 4,
       case when position % 2 = 0 then '{Even}'::text[] else '{}' end
     from unnest($2::timestamptz[]) with ordinality as t (at, position)`,
    [ada.id, times],
  );
  for (let step = 0; step < 9; step += 1) {
    // Covers different times of day, and posts exactly as old as a period.
    const now = new Date(start + step * 4 * HOUR_MS);
    site.clock.set(now);
    if (step % 3 === 2) await site.forum.updateTopPeriods();
    for (const period of Object.keys(DAYS) as (keyof typeof DAYS)[]) {
      const isInPeriod = (time: Date) =>
        time <= now && time.getTime() >= now.getTime() - DAYS[period] * 24 * HOUR_MS;
      const expectedTimes = times.filter(isInPeriod).map((time) => time.toISOString());
      const taggedTimes = times.filter((time, index) => index % 2 === 1 && isInPeriod(time));
      const label = `${period} before ${now.toISOString()}`;
      expect((await listTimes({ period })).toSorted(), label).toEqual(expectedTimes.toSorted());
      expect((await listTimes({ period, tag: "even" })).toSorted(), label).toEqual(
        taggedTimes.map((time) => time.toISOString()).toSorted(),
      );
    }
  }
});

test("the job removes old posts from the periods without notifying open pages", async () => {
  const movedCount = await site.forum.updateTopPeriods();
  expect(movedCount).toBe(0);
  site.clock.advance(40 * 24 * 3600);
  const payloads: unknown[] = [];
  const subscriber = await site.database.pool.connect();
  try {
    subscriber.on("notification", ({ payload }) => payloads.push(payload));
    await subscriber.query("listen lattice");
    expect(await site.forum.updateTopPeriods()).toBeGreaterThan(100);
    // PostgreSQL delivers a notification before the connection's next result.
    await subscriber.query("select");
    expect(payloads).toEqual([]);
  } finally {
    subscriber.release(true);
  }
  const { rows } = await site.database.pool.query(
    "select count(*)::int as counted from forum_posts where top_period > 0",
  );
  expect(rows).toEqual([{ counted: 0 }]);
});

async function listTimes(query: { period: TopPeriod; tag?: string }): Promise<string[]> {
  const listedTimes: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await site.forum.listPosts(null, buildListQuery({ sort: "top", ...query, cursor }));
    const now = site.clock.now().getTime();
    // Ignores posts from the future.
    listedTimes.push(...page.items.map((post) => post.createdAt).filter((time) => Date.parse(time) <= now));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return listedTimes;
}
