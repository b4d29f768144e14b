import { afterAll, beforeAll, expect, test } from "vitest";
import { createRateLimits, type RateLimits } from "#server/rate-limits/index.ts";
import { createForum, type Forum } from "./index.ts";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let limits: RateLimits;
beforeAll(async () => {
  site = await openTestForum();
  limits = createRateLimits(site.database.pool, { enabled: true });
});
afterAll(() => site.database.drop());

const createLimitedForum = () => createForum({ ...site, limits });
const search = (forum: Forum, address: string, viewer: Parameters<Forum["listPosts"]>[0] = null) =>
  forum.listPosts(viewer, buildListQuery({ search: "chain" }), { address });
const searchRepeatedly = async (count: number, forum: Forum, address: string) => {
  for (let index = 0; index < count; index += 1) await search(forum, address);
};

test("an IP address is allowed 60 searches a minute, and others are unaffected", async () => {
  const forum = createLimitedForum();
  await searchRepeatedly(60, forum, "203.0.113.9");
  // Searches are counted in batches of ten, so nine more are allowed before the next batch is counted.
  await searchRepeatedly(9, forum, "203.0.113.9");
  const refusal = {
    code: "too_many_requests",
    status: 429,
    message: expect.stringMatching(/again in a minute/),
  };
  await expect(search(forum, "203.0.113.9")).rejects.toMatchObject(refusal);
  await expect(search(forum, "203.0.113.9")).rejects.toMatchObject(refusal);
  await search(forum, "203.0.113.10");
  await search(forum, "203.0.113.9", await site.createMember("ada"));
  // Lists aren't counted as searches.
  await forum.listPosts(null, buildListQuery(), { address: "203.0.113.9" });

  site.clock.advance(61);
  await search(forum, "203.0.113.9");
  await expect(searchRepeatedly(9, createLimitedForum(), "203.0.113.9")).resolves.toBeUndefined();
});

test("two processes share an IP address's search count", async () => {
  const [firstForum, secondForum] = [createLimitedForum(), createLimitedForum()];
  await searchRepeatedly(30, firstForum, "203.0.113.20");
  await searchRepeatedly(30, secondForum, "203.0.113.20");
  await searchRepeatedly(9, firstForum, "203.0.113.20");
  await expect(search(firstForum, "203.0.113.20")).rejects.toMatchObject({ code: "too_many_requests" });
});

test("an IPv6 network counts as one client, and a member counts as one across IP addresses", async () => {
  const forum = createLimitedForum();
  for (let index = 0; index < 69; index += 1)
    await search(forum, `2001:db8:1:2::${(index + 1).toString(16)}`);
  await expect(search(forum, "2001:db8:1:2::ffff")).rejects.toMatchObject({ code: "too_many_requests" });
  await search(forum, "2001:db8:1:3::1");
  const ben = await site.createMember("ben");
  for (let index = 0; index < 69; index += 1) await search(forum, `198.51.100.${index}`, ben);
  await expect(search(forum, "198.51.100.200", ben)).rejects.toMatchObject({ code: "too_many_requests" });
});
