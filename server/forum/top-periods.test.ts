import { afterAll, beforeAll, expect, test } from "vitest";
import type { TopPeriod } from "#core/forum/types.ts";
import { listOf, openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
beforeAll(async () => {
  world = await openTestForum();
});
afterAll(() => world.database.drop());

const DAYS = { day: 1, week: 7, month: 30 } as const;
const HOUR = 3_600_000;

test("a period holds each of its posts once, on whatever weekday and hour somebody asks", async () => {
  const ada = await world.member("ada");
  const end = Date.parse("2026-06-15T00:00:00.000Z");
  const times = Array.from({ length: 270 }, (_, index) => new Date(end - index * 5 * HOUR));
  await world.database.pool.query(
    `insert into forum_posts (title, content, category, author_id, created_at, upvotes)
     select 'At ' || at, 'Words.', (array['ai', 'defi', 'news'])[1 + place % 3], $1, at, place % 4
     from unnest($2::timestamptz[]) with ordinality as t (at, place)`,
    [ada.id, times],
  );
  for (let back = 0; back < 9; back += 1) {
    // Every weekday and most hours; the exact end of a day and of a week among them.
    const now = new Date(end - back * 22 * HOUR);
    world.clock.set(now);
    for (const period of Object.keys(DAYS) as (keyof typeof DAYS)[]) {
      const expected = times.filter(
        (time) => time <= now && time.getTime() >= now.getTime() - DAYS[period] * 24 * HOUR,
      );
      expect((await allTimes(period)).toSorted(), `${period} before ${now.toISOString()}`).toEqual(
        expected.map((time) => time.toISOString()).toSorted(),
      );
    }
  }
});

async function allTimes(period: TopPeriod): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await world.forum.listPosts(null, listOf({ sort: "top", period, cursor }));
    const now = world.clock.now().getTime();
    // What lies ahead of the clock that a test has set back is nobody's.
    found.push(...page.items.map((post) => post.createdAt).filter((time) => Date.parse(time) <= now));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
