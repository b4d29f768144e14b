import { afterAll, beforeAll, expect, test } from "vitest";
import type { PostListQuery } from "#core/forum/types.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
beforeAll(async () => {
  site = await openTestForum();
  const ada = await site.createMember("ada");
  for (const [title, content, category, tags] of [
    ["Why are Ethereum fees rising?", "Blockchain space is scarce.", "crypto", ["fees"]],
    ["Fees on other networks", "I compared ethereum with three rollups.", "defi", []],
    ["Receiving a payment twice", "My wallet showed it two times.", "crypto", []],
    ["100% uptime is a myth", "So is 100_000 requests per second in C++ \\o/", "tech", []],
    ["Surface codes in practice", "A code for the surface of a chip.", "quantum", ["Error Correction"]],
    ["The chip has no surface", "Nothing about that code here.", "quantum", []],
  ] as const) {
    site.clock.advance(60);
    await site.createPost(ada, { title, content, category, tags: [...tags] });
  }
  await site.forum.deletePost(ada, await site.createPost(ada, { title: "Ethereum deleted" }));
});
afterAll(() => site.database.drop());

const searchTitles = async (search: string, query: Partial<PostListQuery> = {}) =>
  (await site.forum.listPosts(null, buildListQuery({ search, ...query }))).items.map((post) => post.title);

test("a search finds words in titles and content, in any case and form, titles first", async () => {
  expect(await searchTitles("ETHEREUM")).toEqual(["Why are Ethereum fees rising?", "Fees on other networks"]);
  expect(await searchTitles("compare rollup")).toEqual(["Fees on other networks"]);
  expect(await searchTitles("fee ethereum")).toHaveLength(2);
  expect(await searchTitles("ethereum uptime")).toEqual([]);
});

test("a search finds parts of words and misspelled words", async () => {
  expect(await searchTitles("chain")).toEqual(["Why are Ethereum fees rising?"]);
  expect(await searchTitles("ether")).toHaveLength(2);
  expect(await searchTitles("etherium")).toHaveLength(2);
  expect(await searchTitles("recieving paymant")).toEqual(["Receiving a payment twice"]);
});

test("special characters are searched literally", async () => {
  expect(await searchTitles("%")).toEqual(["100% uptime is a myth"]);
  expect(await searchTitles("_")).toEqual(["100% uptime is a myth"]);
  expect(await searchTitles("\\o/")).toEqual(["100% uptime is a myth"]);
  expect(await searchTitles("c++")).toEqual(["100% uptime is a myth"]);
  expect(await searchTitles("%eth%")).not.toContain("100% uptime is a myth");
  for (const specialText of [
    "'",
    "')",
    "a' | 'b",
    ":*",
    "& |",
    "!!",
    "<->",
    "\0",
    "\ud800",
    "(((",
    '"',
    "-",
    "$1",
    "OR",
  ]) {
    await expect(searchTitles(specialText), specialText).resolves.toBeInstanceOf(Array);
  }
});

test("quotes search for a phrase, and a minus excludes a word", async () => {
  expect((await searchTitles("surface code")).toSorted()).toEqual([
    "Surface codes in practice",
    "The chip has no surface",
  ]);
  expect(await searchTitles('"surface codes"')).toEqual(["Surface codes in practice"]);
  expect(await searchTitles("surface -practice")).toEqual(["The chip has no surface"]);
});

test("a blank search shows everything", async () => {
  expect(await searchTitles("  ")).toHaveLength(6);
});

test("a search can be combined with categories, tags and other sort orders", async () => {
  expect(await searchTitles("fees", { categories: ["defi", "ai"] })).toEqual(["Fees on other networks"]);
  expect(await searchTitles("fees", { tag: "FEES" })).toEqual(["Why are Ethereum fees rising?"]);
  expect(await searchTitles("fees", { sort: "new" })).toEqual([
    "Fees on other networks",
    "Why are Ethereum fees rising?",
  ]);
  const [first] = (await site.forum.listPosts(null, buildListQuery({ search: "rising" }))).items;
  await site.forum.voteOnPost(await site.createMember("bob"), {
    postId: first?.id ?? "",
    voteType: 1,
    rule: "once",
  });
  expect(await searchTitles("fees", { sort: "top" })).toEqual([
    "Why are Ethereum fees rising?",
    "Fees on other networks",
  ]);
});

test("a search takes two statements, and its text may be very long", async () => {
  const statements = await runInRequestScope("count", async () => {
    await searchTitles("ethereum fees rising quickly");
    return getRequestScope()?.statements;
  });
  expect(statements).toBe(2);
  expect(await searchTitles(`ethereum ${"x".repeat(100_000)}`)).toEqual([]);
});

test.each(["hot", "new", "top"] as const)(
  "the pages of a search sorted by %s show every match exactly once",
  async (sort) => {
    const cid = await site.createMember("cid");
    const word = `zebra${sort}`;
    const expectedIds = new Set<string>();
    for (let index = 0; index < 45; index += 1) {
      expectedIds.add(
        await site.createPost(cid, {
          title: index % 3 ? `A ${word}` : `Some ${word}s`,
          content: `Seen ${index % 7} times`,
        }),
      );
    }
    const seenIds: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await site.forum.listPosts(null, buildListQuery({ search: word, sort, cursor }));
      seenIds.push(...page.items.map((post) => post.id));
      cursor = page.nextCursor;
      if (cursor) expect(page.items).toHaveLength(20);
    } while (cursor);
    expect(seenIds).toHaveLength(45);
    expect(new Set(seenIds)).toEqual(expectedIds);
    await expect(
      site.forum.listPosts(null, buildListQuery({ search: word, sort, cursor: "bm90aGluZw" })),
    ).rejects.toMatchObject({ code: "invalid_input" });
  },
);

test("similar posts are suggested by words and spelling, but none for a short title", async () => {
  const author = await site.createMember("ada");
  const suggestTitles = async (title: string) =>
    (await site.forum.suggestSimilarPosts(author, title)).map((post) => post.title);
  expect((await suggestTitles("Are etherium fees rising again?"))[0]).toBe("Why are Ethereum fees rising?");
  expect(await suggestTitles("Surface code tutorial")).toContain("Surface codes in practice");
  expect(await suggestTitles("Fees eth")).not.toEqual([]);
  expect(await suggestTitles("Fees et")).toEqual([]);
  expect(await suggestTitles("   fees   ")).toEqual([]);
  expect(await suggestTitles("Completely unrelated gardening")).toEqual([]);
  expect(await suggestTitles("Ethereum deleted")).not.toContain("Ethereum deleted");
  expect((await suggestTitles("zebrahot zebranew zebratop")).length).toBeLessThanOrEqual(5);
  for (const specialText of ["'''''''''", "\0\0\0\0\0\0\0\0\0", "the of and to in", "%%%%%%%%%%"]) {
    expect(await suggestTitles(specialText)).toEqual([]);
  }
});
