import { afterAll, beforeAll, expect, test } from "vitest";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { createForum } from "../index.ts";
import { openTestForum, type TestForum } from "../testing.ts";

let site: TestForum;
beforeAll(async () => {
  site = await openTestForum();
});
afterAll(() => site.database.drop());

test("beyond 240 visits a minute, a member's visits are rejected, without affecting others", async () => {
  const limits = createRateLimits(site.database.pool, { enabled: true });
  const forum = createForum({ ...site, limits });
  const [ada, ben] = [await site.createMember("ada"), await site.createMember("ben")];
  const postId = await site.createPost(ben);
  const visit = async (reader: typeof ada) => {
    const readUntil = site.clock.now().getTime() * 1000;
    await forum.recordVisit(reader, { postId, readUntil, isArrival: true });
  };
  // Visits are counted in batches of ten, so nine more are allowed before the next batch is counted.
  for (let index = 0; index < 249; index += 1) await visit(ada);
  await expect(visit(ada)).rejects.toMatchObject({ code: "too_many_requests" });
  await expect(visit(ada)).rejects.toMatchObject({ code: "too_many_requests" });
  await visit(ben);
  site.clock.advance(61);
  await visit(ada);
});
