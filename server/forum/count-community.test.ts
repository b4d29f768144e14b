import { afterAll, beforeAll, expect, test } from "vitest";
import { currentRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
beforeAll(async () => {
  world = await openTestForum();
});
afterAll(() => world.database.drop());

test("the figures are live and cached for ten seconds", async () => {
  expect(await world.forum.countCommunity()).toEqual({
    totalPosts: 0,
    members: 0,
    onlineNow: 0,
    todaysPosts: 0,
  });
  const [ada, bob] = [await world.member("ada"), await world.member("bob")];
  await world.database.pool.query("insert into daily_counts values ('members', '2026-06-01', 2)");
  world.clock.set(new Date("2026-06-14T23:59:59Z"));
  await world.post(ada);
  world.clock.set(new Date("2026-06-15T00:00:01Z"));
  await world.post(ada);
  const gone = await world.post(bob);
  await world.forum.deletePost(bob, gone);

  const seen = (member: string, secondsAgo: number) =>
    world.database.pool.query("insert into auth.sessions (user_id, last_seen_at) values ($1, $2)", [
      member,
      new Date(world.clock.now().getTime() - secondsAgo * 1000),
    ]);
  await seen(ada.id, 10);
  await seen(ada.id, 299);
  await seen(bob.id, 301);
  // The clock went back to before the cached value was computed, so it is computed again.
  const statements = await runInRequestScope("count", async () => {
    const expected = { totalPosts: 2, members: 2, onlineNow: 1, todaysPosts: 1 };
    expect(await Promise.all([world.forum.countCommunity(), world.forum.countCommunity()])).toEqual([
      expected,
      expected,
    ]);
    return currentRequestScope()?.statements;
  });
  expect(statements).toBe(1);

  await world.post(ada);
  world.clock.advance(9);
  expect((await world.forum.countCommunity()).todaysPosts).toBe(1);
  world.clock.advance(1);
  expect((await world.forum.countCommunity()).todaysPosts).toBe(2);
});
