import { afterAll, beforeAll, expect, test } from "vitest";
import { createRateLimits, type RateLimits } from "#server/platform/rate-limit.ts";
import { createForum, type Forum } from "./index.ts";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
let limits: RateLimits;
beforeAll(async () => {
  world = await openTestForum();
  limits = createRateLimits(world.database.pool, { enabled: true });
});
afterAll(() => world.database.drop());

const open = () => createForum({ ...world, limits });
const search = (forum: Forum, address: string, viewer: Parameters<Forum["listPosts"]>[0] = null) =>
  forum.listPosts(viewer, buildListQuery({ search: "chain" }), { address });
const searchTimes = async (count: number, forum: Forum, address: string) => {
  for (let at = 0; at < count; at += 1) await search(forum, address);
};

test("an IP address may search 60 times a minute, and others are unaffected", async () => {
  const forum = open();
  await searchTimes(60, forum, "203.0.113.9");
  // Counts are written in batches of ten; this uses up the last batch.
  await searchTimes(9, forum, "203.0.113.9");
  const refusal = {
    code: "too_many_requests",
    status: 429,
    message: expect.stringMatching(/again in a minute/),
  };
  await expect(search(forum, "203.0.113.9")).rejects.toMatchObject(refusal);
  await expect(search(forum, "203.0.113.9")).rejects.toMatchObject(refusal);
  await search(forum, "203.0.113.10");
  await search(forum, "203.0.113.9", await world.member("ada"));
  // Lists aren't counted as searches.
  await forum.listPosts(null, buildListQuery(), { address: "203.0.113.9" });

  world.clock.advance(61);
  await search(forum, "203.0.113.9");
  await expect(searchTimes(9, open(), "203.0.113.9")).resolves.toBeUndefined();
});

test("two processes share the count of an IP address", async () => {
  const [one, two] = [open(), open()];
  await searchTimes(30, one, "203.0.113.20");
  await searchTimes(30, two, "203.0.113.20");
  await searchTimes(9, one, "203.0.113.20");
  await expect(search(one, "203.0.113.20")).rejects.toMatchObject({ code: "too_many_requests" });
});

test("an IPv6 network counts as one client, and a member counts as one across addresses", async () => {
  const forum = open();
  for (let at = 0; at < 69; at += 1) await search(forum, `2001:db8:1:2::${(at + 1).toString(16)}`);
  await expect(search(forum, "2001:db8:1:2::ffff")).rejects.toMatchObject({ code: "too_many_requests" });
  await search(forum, "2001:db8:1:3::1");
  const ben = await world.member("ben");
  for (let at = 0; at < 69; at += 1) await search(forum, `198.51.100.${at}`, ben);
  await expect(search(forum, "198.51.100.200", ben)).rejects.toMatchObject({ code: "too_many_requests" });
});
