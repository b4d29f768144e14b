import { afterAll, beforeAll, expect, test } from "vitest";
import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import { POST_SORTS, type PostListQuery } from "#core/forum/types.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
beforeAll(async () => {
  site = await openTestForum();
});
afterAll(() => site.database.drop());

const listTitles = async (query: Partial<PostListQuery>) =>
  (await site.forum.listPosts(null, buildListQuery(query))).items.map((post) => post.title);

test("posts are listed in every order, by period, category and tag, and pinned posts come first in Hot", async () => {
  const ada = await site.createMember("ada");
  const users = await Promise.all(["voter_1", "voter_2", "voter_3"].map((name) => site.createMember(name)));
  const now = site.clock.now();
  const add = async (title: string, daysAgo: number, votes: number, fields: object = {}) => {
    site.clock.set(new Date(now.getTime() - daysAgo * 86_400_000));
    const id = await site.createPost(ada, { title, ...fields });
    for (const user of users.slice(0, Math.abs(votes))) {
      await site.forum.voteOnPost(user, { postId: id, voteType: votes > 0 ? 1 : -1, rule: "toggle" });
    }
    site.clock.set(now);
    return id;
  };
  await add("fresh", 0.1, 0, { category: "ai", tags: ["LLM"] });
  await add("loved", 0.2, 3, { category: "nft", tags: ["llm", "Art"] });
  await add("hated", 0.15, -3, { category: "ai" });
  await add("week", 3, 2, { category: "tech" });
  await add("month", 20, 3, { category: "news" });
  const oldPostId = await add("old", 200, 1, { category: "defi" });
  const deletedPostId = await add("gone", 0.05, 3, { category: "ai" });
  await site.forum.deletePost(ada, deletedPostId);

  expect(await listTitles({ sort: "new" })).toEqual(["fresh", "hated", "loved", "week", "month", "old"]);
  expect(await listTitles({ sort: "hot" })).toEqual(["loved", "fresh", "hated", "week", "month", "old"]);
  expect(await listTitles({ sort: "top" })).toEqual(["loved", "month", "week", "old", "fresh", "hated"]);
  expect(await listTitles({ sort: "top", period: "day" })).toEqual(["loved", "fresh", "hated"]);
  expect(await listTitles({ sort: "top", period: "week" })).toEqual(["loved", "week", "fresh", "hated"]);
  expect(await listTitles({ sort: "top", period: "month" })).toEqual([
    "loved",
    "month",
    "week",
    "fresh",
    "hated",
  ]);
  // The period applies to Top only.
  expect(await listTitles({ sort: "new", period: "day" })).toHaveLength(6);

  expect(await listTitles({ sort: "new", categories: ["ai"] })).toEqual(["fresh", "hated"]);
  expect(await listTitles({ sort: "top", categories: ["ai", "defi", "nft", "quantum"] })).toEqual([
    "loved",
    "old",
    "fresh",
    "hated",
  ]);
  expect(await listTitles({ sort: "hot", categories: ["ai", "ai", "nft"] })).toEqual([
    "loved",
    "fresh",
    "hated",
  ]);
  expect(await listTitles({ tag: "llm" })).toEqual(["loved", "fresh"]);
  expect(await listTitles({ tag: "LLM", categories: ["ai", "tech"] })).toEqual(["fresh"]);
  expect(await listTitles({ tag: "ll" })).toEqual([]);

  expect(await listTitles({ tag: "llm", sort: "new" })).toEqual(["fresh", "loved"]);
  expect(await listTitles({ tag: "llm", sort: "top", period: "month" })).toEqual(["loved", "fresh"]);
  expect(await listTitles({ tag: "art" })).toEqual(["loved"]);

  await site.database.pool.query("update forum_posts set is_pinned = true where id = $1", [oldPostId]);
  expect((await listTitles({ sort: "hot" }))[0]).toBe("old");
  expect((await listTitles({ sort: "hot", categories: ["ai", "defi"] }))[0]).toBe("old");
  expect((await listTitles({ sort: "new" }))[0]).toBe("fresh");
});

test("a card has its author and the viewer's vote", async () => {
  const [bea, cid] = [await site.createMember("bea"), await site.createMember("cid")];
  const id = await site.createPost(bea, {
    title: "Card",
    content: "Some **bold** words",
    tags: ["x"],
    category: "quantum",
  });
  await site.forum.voteOnPost(cid, { postId: id, voteType: -1, rule: "once" });
  await site.forum.addComment(bea, { postId: id, content: "mine" });
  const findCard = async (viewer: typeof bea | null) =>
    (await site.forum.listPosts(viewer, buildListQuery({ categories: ["quantum"] }))).items.find(
      (post) => post.id === id,
    );
  expect(await findCard(cid)).toEqual({
    id,
    title: "Card",
    excerpt: "Some bold words",
    category: "quantum",
    tags: ["x"],
    author: { username: "bea", avatarUrl: null, isVerified: false },
    createdAt: site.clock.now().toISOString(),
    upvotes: 0,
    downvotes: 1,
    commentCount: 1,
    isPinned: false,
    isLocked: false,
    ownVote: -1,
    threadState: { follow: "normal", isSaved: false, isUnread: false, newCommentCount: 0 },
    lastReply: { username: "bea", at: site.clock.now().toISOString() },
    participants: [],
  });
  expect(await findCard(bea)).toMatchObject({ ownVote: 0, threadState: { follow: "following" } });
  expect(await findCard(null)).toMatchObject({ ownVote: 0, threadState: null });
});

test("every list is read with a single statement", async () => {
  for (const query of [
    {},
    { categories: ["ai", "tech"] },
    { sort: "top", period: "week" },
    { tag: "llm" },
  ] as const) {
    const statementCount = await runInRequestScope("count", async () => {
      await site.forum.listPosts(null, buildListQuery(query));
      return getRequestScope()?.statements;
    });
    expect(statementCount).toBe(1);
  }
});

test("cursors from another sort order, and broken or hostile ones, are rejected", async () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const id = "6f2b3a10-0000-4000-8000-000000000000";
  const invalidCursors = [
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
  for (const cursor of invalidCursors) {
    await expect(site.forum.listPosts(null, buildListQuery({ cursor })), cursor).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("no longer"),
    });
  }
  for (const cursor of [encode(["new", 9_007_199_254_740_991, id]), encode(["new", 0, id])]) {
    await expect(site.forum.listPosts(null, buildListQuery({ sort: "new", cursor }))).resolves.toBeDefined();
  }
  await expect(
    site.forum.listPosts(null, buildListQuery({ sort: "top", cursor: encode(["top", 2 ** 31, 1, id]) })),
  ).rejects.toMatchObject({ code: "invalid_input" });
});

test.each(
  POST_SORTS.flatMap((sort) => [
    { sort, categories: [] },
    { sort, categories: ["ai", "trading"] as const },
  ]),
)(
  "paging by $sort (categories: $categories) neither repeats nor skips posts, despite new posts and equal times",
  async (query) => {
    const dan = await site.createMember("dan");
    const tag = `paging ${query.sort} ${query.categories.length}`;
    const expected = new Set<string>();
    for (let index = 0; index < 55; index += 1) {
      // Five posts share each timestamp, so that the ID decides.
      if (index % 5 === 0) site.clock.advance(1);
      expected.add(await site.createPost(dan, { tags: [tag], category: index % 2 ? "ai" : "trading" }));
    }
    const seenIds: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await site.forum.listPosts(null, buildListQuery({ ...query, tag, cursor }));
      expect(page.items.length).toBe(seenIds.length < 2 * PAGE_SIZE ? PAGE_SIZE : 55 - 2 * PAGE_SIZE);
      seenIds.push(...page.items.map((post) => post.id));
      cursor = page.nextCursor;
      // Posts added in the meantime appear above.
      site.clock.advance(60);
      await site.createPost(dan, { tags: [tag], category: "ai" });
    } while (cursor !== null);
    expect(seenIds).toHaveLength(55);
    expect(new Set(seenIds)).toEqual(expected);
  },
);

test("pages continue from pinned posts to the others without gaps", async () => {
  const eve = await site.createMember("eve");
  const expected: string[] = [];
  for (let index = 0; index < 50; index += 1) {
    site.clock.advance(1);
    expected.unshift(await site.createPost(eve, { tags: ["pins"] }));
  }
  const pinnedIds = expected.filter((_, index) => index % 2 === 1);
  await site.database.pool.query("update forum_posts set is_pinned = true where id = any ($1)", [pinnedIds]);
  const seenIds: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await site.forum.listPosts(null, buildListQuery({ tag: "pins", cursor }));
    seenIds.push(...page.items.map((post) => post.id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seenIds).toEqual([...pinnedIds, ...expected.filter((_, index) => index % 2 === 0)]);
});

test("at the top of Hot, authors see what they have just posted, once, and others don't", async () => {
  const [author, other] = [await site.createMember("poster"), await site.createMember("reader")];
  site.clock.advance(3600);
  for (let index = 0; index < 21; index += 1) {
    const id = await site.createPost(other, { title: `Popular ${index}` });
    await site.forum.voteOnPost(author, { postId: id, voteType: 1, rule: "toggle" });
    await site.forum.voteOnPost(other, { postId: id, voteType: 1, rule: "toggle" });
  }
  const ownPostId = await site.createPost(author, { title: "Just posted" });
  const listFirstPage = async (viewer: Viewer, query = {}) =>
    (await site.forum.listPosts(viewer, buildListQuery(query))).items.map(({ id }) => id);
  expect((await listFirstPage(author)).filter((id) => id === ownPostId)).toEqual([ownPostId]);
  expect((await listFirstPage(author))[0]).toBe(ownPostId);
  expect(await listFirstPage(null)).not.toContain(ownPostId);
  expect(await listFirstPage(author, { categories: ["crypto"] })).not.toContain(ownPostId);

  // No other post is pushed off the page, and the author's post also appears at its regular position.
  const page = await site.forum.listPosts(author, buildListQuery());
  const visitorPage = await site.forum.listPosts(null, buildListQuery());
  expect(page.items.slice(1).map(({ id }) => id)).toEqual(visitorPage.items.map(({ id }) => id));
  expect(page.nextCursor).toBe(visitorPage.nextCursor);
  const laterIds: string[] = [];
  for (let cursor = page.nextCursor; cursor !== null; ) {
    const { items, nextCursor } = await site.forum.listPosts(author, buildListQuery({ cursor }));
    laterIds.push(...items.map(({ id }) => id));
    cursor = nextCursor;
  }
  expect(laterIds.filter((id) => id === ownPostId)).toEqual([ownPostId]);
  site.clock.advance(601);
  expect((await listFirstPage(author))[0]).not.toBe(ownPostId);
});
