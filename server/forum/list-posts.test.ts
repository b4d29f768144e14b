import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import { POST_SORTS, type PostListQuery } from "#core/forum/types.ts";
import { currentRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
beforeAll(async () => {
  world = await openTestForum();
});
afterAll(() => world.database.drop());

const titles = async (query: Partial<PostListQuery>) =>
  (await world.forum.listPosts(null, buildListQuery(query))).items.map((post) => post.title);

test("each order, the periods of Top, categories, tags and pinned posts", async () => {
  const ada = await world.member("ada");
  const users = await Promise.all(["voter_1", "voter_2", "voter_3"].map((name) => world.member(name)));
  const now = world.clock.now();
  const add = async (title: string, daysAgo: number, votes: number, more: object = {}) => {
    world.clock.set(new Date(now.getTime() - daysAgo * 86_400_000));
    const id = await world.post(ada, { title, ...more });
    for (const user of users.slice(0, Math.abs(votes))) {
      await world.forum.voteOnPost(user, { postId: id, voteType: votes > 0 ? 1 : -1, rule: "toggle" });
    }
    world.clock.set(now);
    return id;
  };
  await add("fresh", 0.1, 0, { category: "ai", tags: ["LLM"] });
  await add("loved", 0.2, 3, { category: "nft", tags: ["llm", "Art"] });
  await add("hated", 0.15, -3, { category: "ai" });
  await add("week", 3, 2, { category: "tech" });
  await add("month", 20, 3, { category: "news" });
  const old = await add("old", 200, 1, { category: "defi" });
  const gone = await add("gone", 0.05, 3, { category: "ai" });
  await world.forum.deletePost(ada, gone);

  expect(await titles({ sort: "new" })).toEqual(["fresh", "hated", "loved", "week", "month", "old"]);
  expect(await titles({ sort: "hot" })).toEqual(["loved", "fresh", "hated", "week", "month", "old"]);
  expect(await titles({ sort: "top" })).toEqual(["loved", "month", "week", "old", "fresh", "hated"]);
  expect(await titles({ sort: "top", period: "day" })).toEqual(["loved", "fresh", "hated"]);
  expect(await titles({ sort: "top", period: "week" })).toEqual(["loved", "week", "fresh", "hated"]);
  expect(await titles({ sort: "top", period: "month" })).toEqual([
    "loved",
    "month",
    "week",
    "fresh",
    "hated",
  ]);
  // The period applies to Top only.
  expect(await titles({ sort: "new", period: "day" })).toHaveLength(6);

  expect(await titles({ sort: "new", categories: ["ai"] })).toEqual(["fresh", "hated"]);
  expect(await titles({ sort: "top", categories: ["ai", "defi", "nft", "quantum"] })).toEqual([
    "loved",
    "old",
    "fresh",
    "hated",
  ]);
  expect(await titles({ sort: "hot", categories: ["ai", "ai", "nft"] })).toEqual(["loved", "fresh", "hated"]);
  expect(await titles({ tag: "llm" })).toEqual(["loved", "fresh"]);
  expect(await titles({ tag: "LLM", categories: ["ai", "tech"] })).toEqual(["fresh"]);
  expect(await titles({ tag: "ll" })).toEqual([]);

  expect(await titles({ tag: "llm", sort: "new" })).toEqual(["fresh", "loved"]);
  expect(await titles({ tag: "llm", sort: "top", period: "month" })).toEqual(["loved", "fresh"]);
  expect(await titles({ tag: "art" })).toEqual(["loved"]);

  await world.database.pool.query("update forum_posts set is_pinned = true where id = $1", [old]);
  expect((await titles({ sort: "hot" }))[0]).toBe("old");
  expect((await titles({ sort: "hot", categories: ["ai", "defi"] }))[0]).toBe("old");
  expect((await titles({ sort: "new" }))[0]).toBe("fresh");
});

test("a card has its author and the viewer's vote", async () => {
  const [bea, cid] = [await world.member("bea"), await world.member("cid")];
  const id = await world.post(bea, {
    title: "Card",
    content: "Some **bold** words",
    tags: ["x"],
    category: "quantum",
  });
  await world.forum.voteOnPost(cid, { postId: id, voteType: -1, rule: "once" });
  await world.forum.addComment(bea, { postId: id, content: "mine" });
  const find = async (viewer: typeof bea | null) =>
    (await world.forum.listPosts(viewer, buildListQuery({ categories: ["quantum"] }))).items.find(
      (post) => post.id === id,
    );
  expect(await find(cid)).toEqual({
    id,
    title: "Card",
    excerpt: "Some bold words",
    category: "quantum",
    tags: ["x"],
    author: { username: "bea", avatarUrl: null, isVerified: false },
    createdAt: world.clock.now().toISOString(),
    upvotes: 0,
    downvotes: 1,
    commentCount: 1,
    isPinned: false,
    isLocked: false,
    ownVote: -1,
    marks: { follow: "normal", isSaved: false, isUnread: false, newComments: 0 },
  });
  expect(await find(bea)).toMatchObject({ ownVote: 0, marks: { follow: "following" } });
  expect(await find(null)).toMatchObject({ ownVote: 0, marks: null });
});

test("every list is a single statement", async () => {
  for (const query of [
    {},
    { categories: ["ai", "tech"] },
    { sort: "top", period: "week" },
    { tag: "llm" },
  ] as const) {
    const statements = await runInRequestScope("count", async () => {
      await world.forum.listPosts(null, buildListQuery(query));
      return currentRequestScope()?.statements;
    });
    expect(statements).toBe(1);
  }
});

test("refuses a cursor of another order and broken or hostile ones", async () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const id = "6f2b3a10-0000-4000-8000-000000000000";
  const bad = [
    "x",
    "%00",
    "null",
    encode(null),
    encode(["hot"]),
    encode(["new", 1, id]),
    encode(["hot", true, 1, "'; drop table forum_posts; --"]),
    encode(["hot", "true", 1, id]),
    encode(["hot", true, null, id]),
    encode(["hot", true, 1, id, 2]),
    encode({ length: 4, 0: "hot" }),
    "A".repeat(5000),
  ];
  for (const cursor of bad) {
    await expect(world.forum.listPosts(null, buildListQuery({ cursor })), cursor).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("start at its beginning"),
    });
  }
  for (const cursor of [encode(["new", 9_007_199_254_740_991, id]), encode(["new", 0, id])]) {
    await expect(world.forum.listPosts(null, buildListQuery({ sort: "new", cursor }))).resolves.toBeDefined();
  }
  await expect(
    world.forum.listPosts(null, buildListQuery({ sort: "top", cursor: encode(["top", 2 ** 31, 1, id]) })),
  ).rejects.toMatchObject({ code: "invalid_input" });
});

test.each(
  POST_SORTS.flatMap((sort) => [
    { sort, categories: [] },
    { sort, categories: ["ai", "trading"] as const },
  ]),
)(
  "paging by $sort in $categories neither repeats nor skips posts, despite new posts and equal times",
  async (query) => {
    const dan = await world.member("dan");
    const tag = `paging ${query.sort} ${query.categories.length}`;
    const expected = new Set<string>();
    for (let at = 0; at < 55; at += 1) {
      // Five posts share each timestamp, so that the id decides.
      if (at % 5 === 0) world.clock.advance(1);
      expected.add(await world.post(dan, { tags: [tag], category: at % 2 ? "ai" : "trading" }));
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await world.forum.listPosts(null, buildListQuery({ ...query, tag, cursor }));
      expect(page.items.length).toBe(seen.length < 2 * PAGE_SIZE ? PAGE_SIZE : 55 - 2 * PAGE_SIZE);
      seen.push(...page.items.map((post) => post.id));
      cursor = page.nextCursor;
      // Posts added in the meantime appear above.
      world.clock.advance(60);
      await world.post(dan, { tags: [tag], category: "ai" });
    } while (cursor !== null);
    expect(seen).toHaveLength(55);
    expect(new Set(seen)).toEqual(expected);
  },
);

test("pages continue from pinned posts to the others without gaps", async () => {
  const eve = await world.member("eve");
  const expected: string[] = [];
  for (let at = 0; at < 50; at += 1) {
    world.clock.advance(1);
    expected.unshift(await world.post(eve, { tags: ["pins"] }));
  }
  const pinned = expected.filter((_, at) => at % 2 === 1);
  await world.database.pool.query("update forum_posts set is_pinned = true where id = any ($1)", [pinned]);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await world.forum.listPosts(null, buildListQuery({ tag: "pins", cursor }));
    seen.push(...page.items.map((post) => post.id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual([...pinned, ...expected.filter((_, at) => at % 2 === 0)]);
});
