import { afterAll, beforeAll, expect, test } from "vitest";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { createForum } from "./index.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
beforeAll(async () => {
  site = await openTestForum();
});
afterAll(() => site.database.drop());

test("community stats count today's visible posts and members online, and are cached for ten seconds", async () => {
  expect(await site.forum.readCommunity()).toEqual({
    figures: { totalPosts: 0, members: 0, onlineNow: 1, todaysPosts: 0 },
    popularTags: [],
  });
  const [ada, bob] = [await site.createMember("ada"), await site.createMember("bob")];
  await site.database.pool.query("insert into daily_counts values ('members', '2026-06-01', 2)");
  site.clock.set(new Date("2026-06-14T23:59:59Z"));
  await site.createPost(ada);
  site.clock.set(new Date("2026-06-15T00:00:01Z"));
  await site.createPost(ada);
  const deletedPostId = await site.createPost(bob);
  await site.forum.deletePost(bob, deletedPostId);

  const insertSession = (memberId: string, secondsAgo: number) =>
    site.database.pool.query("insert into auth.sessions (user_id, last_seen_at) values ($1, $2)", [
      memberId,
      new Date(site.clock.now().getTime() - secondsAgo * 1000),
    ]);
  await insertSession(ada.id, 10);
  await insertSession(ada.id, 299);
  await insertSession(bob.id, 301);
  await insertSession((await site.createMember("cleo")).id, 20);
  // The clock was set back to before the cached value was computed, so the counts are computed again.
  const statementCount = await runInRequestScope("count", async () => {
    const figures = { totalPosts: 2, members: 2, onlineNow: 2, todaysPosts: 1 };
    expect(await Promise.all([site.forum.readCommunity(), site.forum.readCommunity()])).toMatchObject([
      { figures },
      { figures },
    ]);
    return getRequestScope()?.statements;
  });
  expect(statementCount).toBe(1);

  await site.createPost(ada);
  site.clock.advance(9);
  expect((await site.forum.readCommunity()).figures.todaysPosts).toBe(1);
  site.clock.advance(1);
  expect((await site.forum.readCommunity()).figures.todaysPosts).toBe(2);
});

test("popular tags are the most frequent among the hottest posts that aren't deleted, ignoring case", async () => {
  const author = await site.createMember("tagger");
  const createTaggedPost = (...tags: string[]) => site.createPost(author, { tags });
  await createTaggedPost("DeFi", "layer-2");
  await createTaggedPost("defi", "ZK");
  await createTaggedPost("zk", "defi");
  await site.forum.deletePost(author, await createTaggedPost("deleted"));
  site.clock.advance(10);
  const { popularTags } = await site.forum.readCommunity();
  expect(popularTags.map((tag) => tag.toLowerCase())).toEqual(["defi", "zk", "layer-2"]);
});

test("a new or deleted post refreshes the counts immediately, but a vote doesn't", async () => {
  const handlers: ((data: { table: "posts" | "comments"; countsOnly: boolean }) => void)[] = [];
  const announcements = {
    on: (_topic: string, handler: (typeof handlers)[number]) => handlers.push(handler),
    onGap: () => () => {},
    isCurrent: () => true,
  };
  const forum = createForum({ ...site, limits: null, announcements: announcements as never });
  const announce = (data: Parameters<(typeof handlers)[number]>[0]) => {
    for (const handler of handlers) handler(data);
  };
  const author = await site.createMember("counter");
  const readCounts = async () => [
    (await forum.readCommunity()).figures.totalPosts,
    (await forum.readOverview()).postCounts.nft ?? 0,
  ];
  const [totalCount = 0, categoryCount = 0] = await readCounts();
  const id = await site.createPost(author, { category: "nft" });
  announce({ table: "posts", countsOnly: true });
  expect(await readCounts()).toEqual([totalCount, categoryCount]);
  announce({ table: "posts", countsOnly: false });
  expect(await readCounts()).toEqual([totalCount + 1, categoryCount + 1]);
  await site.forum.deletePost(author, id);
  announce({ table: "posts", countsOnly: false });
  expect(await readCounts()).toEqual([totalCount, categoryCount]);
});
