import { afterAll, beforeAll, expect, test } from "vitest";
import type { PostListQuery } from "#core/forum/types.ts";
import { currentRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
beforeAll(async () => {
  world = await openTestForum();
  const ada = await world.member("ada");
  for (const [title, content, category, tags] of [
    ["Why are Ethereum fees rising?", "Blockchain space is scarce.", "crypto", ["fees"]],
    ["Fees on other networks", "I compared ethereum with three rollups.", "defi", []],
    ["Receiving a payment twice", "My wallet showed it two times.", "crypto", []],
    ["100% uptime is a myth", "So is 100_000 requests per second in C++ \\o/", "tech", []],
    ["Surface codes in practice", "A code for the surface of a chip.", "quantum", ["Error Correction"]],
    ["The chip has no surface", "Nothing about that code here.", "quantum", []],
  ] as const) {
    world.clock.advance(60);
    await world.post(ada, { title, content, category, tags: [...tags] });
  }
  await world.forum.deletePost(ada, await world.post(ada, { title: "Ethereum deleted" }));
});
afterAll(() => world.database.drop());

const find = async (search: string, query: Partial<PostListQuery> = {}) =>
  (await world.forum.listPosts(null, buildListQuery({ search, ...query }))).items.map((post) => post.title);

test("finds words in titles and content, in any case and form, titles first", async () => {
  expect(await find("ETHEREUM")).toEqual(["Why are Ethereum fees rising?", "Fees on other networks"]);
  expect(await find("compare rollup")).toEqual(["Fees on other networks"]);
  expect(await find("fee ethereum")).toHaveLength(2);
  expect(await find("ethereum uptime")).toEqual([]);
});

test("finds parts of words and misspelled words", async () => {
  expect(await find("chain")).toEqual(["Why are Ethereum fees rising?"]);
  expect(await find("ether")).toHaveLength(2);
  expect(await find("etherium")).toHaveLength(2);
  expect(await find("recieving paymant")).toEqual(["Receiving a payment twice"]);
});

test("special characters are searched literally", async () => {
  expect(await find("%")).toEqual(["100% uptime is a myth"]);
  expect(await find("_")).toEqual(["100% uptime is a myth"]);
  expect(await find("\\o/")).toEqual(["100% uptime is a myth"]);
  expect(await find("c++")).toEqual(["100% uptime is a myth"]);
  expect(await find("%eth%")).not.toContain("100% uptime is a myth");
  for (const odd of [
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
    await expect(find(odd), odd).resolves.toBeInstanceOf(Array);
  }
});

test("quotes search for a phrase, a minus excludes a word", async () => {
  expect((await find("surface code")).toSorted()).toEqual([
    "Surface codes in practice",
    "The chip has no surface",
  ]);
  expect(await find('"surface codes"')).toEqual(["Surface codes in practice"]);
  expect(await find("surface -practice")).toEqual(["The chip has no surface"]);
});

test("a blank search shows everything", async () => {
  expect(await find("  ")).toHaveLength(6);
});

test("a search can be combined with categories, tags and other orders", async () => {
  expect(await find("fees", { categories: ["defi", "ai"] })).toEqual(["Fees on other networks"]);
  expect(await find("fees", { tag: "FEES" })).toEqual(["Why are Ethereum fees rising?"]);
  expect(await find("fees", { sort: "new" })).toEqual([
    "Fees on other networks",
    "Why are Ethereum fees rising?",
  ]);
  const [first] = (await world.forum.listPosts(null, buildListQuery({ search: "rising" }))).items;
  await world.forum.voteOnPost(await world.member("bob"), {
    postId: first?.id ?? "",
    voteType: 1,
    rule: "once",
  });
  expect(await find("fees", { sort: "top" })).toEqual([
    "Why are Ethereum fees rising?",
    "Fees on other networks",
  ]);
});

test("a search takes two statements and may be very long", async () => {
  const statements = await runInRequestScope("count", async () => {
    await find("ethereum fees rising quickly");
    return currentRequestScope()?.statements;
  });
  expect(statements).toBe(2);
  expect(await find(`ethereum ${"x".repeat(100_000)}`)).toEqual([]);
});

test.each(["hot", "new", "top"] as const)(
  "a search sorted by %s pages through every match, once each",
  async (sort) => {
    const cid = await world.member("cid");
    const word = `zebra${sort}`;
    const expected = new Set<string>();
    for (let at = 0; at < 45; at += 1) {
      expected.add(
        await world.post(cid, {
          title: at % 3 ? `A ${word}` : `Some ${word}s`,
          content: `Seen ${at % 7} times`,
        }),
      );
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await world.forum.listPosts(null, buildListQuery({ search: word, sort, cursor }));
      seen.push(...page.items.map((post) => post.id));
      cursor = page.nextCursor;
      if (cursor) expect(page.items).toHaveLength(20);
    } while (cursor);
    expect(seen).toHaveLength(45);
    expect(new Set(seen)).toEqual(expected);
    await expect(
      world.forum.listPosts(null, buildListQuery({ search: word, sort, cursor: "bm90aGluZw" })),
    ).rejects.toMatchObject({ code: "invalid_input" });
  },
);

test("suggests similar posts by words and spelling, but none for a short title", async () => {
  const author = await world.member("ada");
  const titles = async (title: string) =>
    (await world.forum.suggestSimilarPosts(author, title)).map((post) => post.title);
  expect((await titles("Are etherium fees rising again?"))[0]).toBe("Why are Ethereum fees rising?");
  expect(await titles("Surface code tutorial")).toContain("Surface codes in practice");
  expect(await titles("Fees eth")).not.toEqual([]);
  expect(await titles("Fees et")).toEqual([]);
  expect(await titles("   fees   ")).toEqual([]);
  expect(await titles("Completely unrelated gardening")).toEqual([]);
  expect(await titles("Ethereum deleted")).not.toContain("Ethereum deleted");
  expect((await titles("zebrahot zebranew zebratop")).length).toBeLessThanOrEqual(5);
  for (const odd of ["'''''''''", "\0\0\0\0\0\0\0\0\0", "the of and to in", "%%%%%%%%%%"]) {
    expect(await titles(odd)).toEqual([]);
  }
});
