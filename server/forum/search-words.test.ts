import { afterAll, beforeAll, expect, test } from "vitest";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
beforeAll(async () => {
  world = await openTestForum();
});
afterAll(() => world.database.drop());

const find = async (search: string) =>
  (await world.forum.listPosts(null, buildListQuery({ search }))).items.map((post) => post.title);
const usedBy = async (word: string): Promise<number> => {
  const { rows } = await world.database.pool.query(
    "select cardinality(used_by) as authors from post_words where word = $1",
    [word],
  );
  return rows[0]?.authors ?? -1;
};

test("a word counts the authors who used it in posts and edits, up to three", async () => {
  const [ada, ben, cyd, dan] = await Promise.all(
    ["ada", "ben", "cyd", "dan"].map((name) => world.member(name)),
  );
  if (!ada || !ben || !cyd || !dan) throw new Error("no members");
  await world.post(ada, { content: "Sharding and sharding again." });
  await world.post(ada, { content: "Sharding once more." });
  expect(await usedBy("sharding")).toBe(1);
  const bens = await world.post(ben, { content: "Nothing of it yet." });
  await world.forum.editPost(ben, {
    id: bens,
    title: "Now",
    content: "Sharding, after all.",
    category: "tech",
    tags: [],
  });
  expect(await usedBy("sharding")).toBe(2);
  await Promise.all([cyd, dan].map((author) => world.post(author, { content: "Sharding at once." })));
  expect(await usedBy("sharding")).toBe(3);
});

test("one member's nonsense words don't spoil the search for others", async () => {
  const authors = await Promise.all(["eve", "fay", "gil"].map((name) => world.member(name)));
  for (const [at, author] of authors.entries())
    await world.post(author, {
      title: `Receive number ${at}`,
      content: "A blockchain answers every question.",
    });
  const mallory = await world.member("mallory");
  const nonsense = Array.from({ length: 60 }, (_, at) => `chain${at.toString(36).padStart(2, "q")}`);
  await world.post(mallory, { title: "Look here", content: nonsense.join(" ") });
  await world.post(mallory, {
    title: "And here",
    content: "recieve recieva recievo recievy recievi recievx recieven reciever",
  });

  // Sixty shorter words contain the part, and the misspelling itself has become a word.
  expect(await find("chain")).toEqual(expect.arrayContaining(["Receive number 0"]));
  expect(await find("recieve")).toEqual(expect.arrayContaining(["Receive number 0"]));
  expect(await find("recieve")).toContain("And here");
});

test("in a small community, one member's words are enough", async () => {
  const zoe = await world.member("zoe");
  await world.post(zoe, { title: "Holographic entanglement", content: "An introduction." });
  expect(await find("graphic")).toEqual(["Holographic entanglement"]);
  expect(await find("entanglment")).toEqual(["Holographic entanglement"]);
});
