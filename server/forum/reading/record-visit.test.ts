import { afterAll, beforeAll, expect, test } from "vitest";
import { createRateLimits } from "#server/platform/rate-limit.ts";
import { createForum } from "../index.ts";
import { openTestForum, type TestForum } from "../testing.ts";

let world: TestForum;
beforeAll(async () => {
  world = await openTestForum();
});
afterAll(() => world.database.drop());

test("a member's visits are recorded 240 times a minute, then refused, without affecting others", async () => {
  const limits = createRateLimits(world.database.pool, { enabled: true });
  const forum = createForum({ ...world, limits });
  const [ada, ben] = [await world.member("ada"), await world.member("ben")];
  const postId = await world.post(ben);
  const visit = async (reader: typeof ada) => {
    const readUntil = world.clock.now().getTime() * 1000;
    await forum.recordVisit(reader, { postId, readUntil, isArrival: true });
  };
  // Counts are written in batches of ten; this uses up the last batch too.
  for (let at = 0; at < 249; at += 1) await visit(ada);
  await expect(visit(ada)).rejects.toMatchObject({ code: "too_many_requests" });
  await expect(visit(ada)).rejects.toMatchObject({ code: "too_many_requests" });
  await visit(ben);
  world.clock.advance(61);
  await visit(ada);
});
