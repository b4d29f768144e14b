import { afterAll, beforeAll, expect, test } from "vitest";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
beforeAll(async () => {
  site = await openTestForum();
});
afterAll(() => site.database.drop());

const searchTitles = async (search: string) =>
  (await site.forum.listPosts(null, buildListQuery({ search }))).items.map((post) => post.title);
const countAuthors = async (word: string): Promise<number> => {
  const { rows } = await site.database.pool.query(
    "select cardinality(used_by) as authors from post_words where word = $1",
    [word],
  );
  return rows[0]?.authors ?? -1;
};

test("the authors who used a word in posts and edits are counted, up to three", async () => {
  const [ada, ben, cyd, dan] = await Promise.all(
    ["ada", "ben", "cyd", "dan"].map((name) => site.createMember(name)),
  );
  if (!ada || !ben || !cyd || !dan) throw new Error("no members");
  await site.createPost(ada, { content: "Sharding and sharding again." });
  await site.createPost(ada, { content: "Sharding once more." });
  expect(await countAuthors("sharding")).toBe(1);
  const bensPostId = await site.createPost(ben, { content: "Nothing about it yet." });
  await site.forum.editPost(ben, {
    id: bensPostId,
    title: "Now",
    content: "Sharding, after all.",
    category: "tech",
    tags: [],
  });
  expect(await countAuthors("sharding")).toBe(2);
  await Promise.all([cyd, dan].map((author) => site.createPost(author, { content: "Sharding at once." })));
  expect(await countAuthors("sharding")).toBe(3);
});

test("one member's nonsense words don't affect other members' searches", async () => {
  const authors = await Promise.all(["eve", "fay", "gil"].map((name) => site.createMember(name)));
  for (const [index, author] of authors.entries())
    await site.createPost(author, {
      title: `Receive number ${index}`,
      content: "A blockchain answers every question.",
    });
  const mallory = await site.createMember("mallory");
  const nonsenseWords = Array.from(
    { length: 60 },
    (_, index) => `chain${index.toString(36).padStart(2, "q")}`,
  );
  await site.createPost(mallory, { title: "Look here", content: nonsenseWords.join(" ") });
  await site.createPost(mallory, {
    title: "And here",
    content: "recieve recieva recievo recievy recievi recievx recieven reciever",
  });

  // Mallory's words contain "chain" and are shorter than "blockchain", and "recieve" is now a stored word.
  expect(await searchTitles("chain")).toEqual(expect.arrayContaining(["Receive number 0"]));
  expect(await searchTitles("recieve")).toEqual(expect.arrayContaining(["Receive number 0"]));
  expect(await searchTitles("recieve")).toContain("And here");
});

test("in a small community, words that only one member used are found by their parts and despite misspellings", async () => {
  const zoe = await site.createMember("zoe");
  await site.createPost(zoe, { title: "Holographic entanglement", content: "An introduction." });
  expect(await searchTitles("graphic")).toEqual(["Holographic entanglement"]);
  expect(await searchTitles("entanglment")).toEqual(["Holographic entanglement"]);
});
