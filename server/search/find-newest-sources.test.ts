import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";

let site: AppFixture;
let ada: Member;
beforeAll(async () => {
  site = await createAppFixture();
  ada = await site.register();
  await site.database.pool.query("update profiles set is_verified = true");
});
afterAll(() => site.end());

let postCount = 0;
const addPost = async (title: string, content = "Nothing in particular.") => {
  postCount += 1;
  const { id } = await site.app.forum.createPost(ada, {
    requestId: `00000000-0000-4000-8000-${String(postCount).padStart(12, "0")}`,
    title,
    content,
    tags: [],
    category: "tech",
  } as Parameters<typeof site.app.forum.createPost>[1]);
  return `/forum/${id}`;
};
const addArticle = async (title: string, content: string, minutesAgo = 0) => {
  const { rows } = await site.database.pool.query<{ id: string }>(
    `insert into news_articles (title, excerpt, content, category, tags, author, published_at, source, identity, content_digest)
     values ($1, left($2, 100), $2, 'crypto', '{}', 'Jo', now() - make_interval(mins => $3), 'The Gazette', $1, '') returning id`,
    [title, content, minutesAgo],
  );
  return `/news/${rows[0]?.id}`;
};
const findPaths = async (...words: string[]) =>
  (await site.app.search.findNewestSources(words)).map(({ path }) => path);

test("any of the words or phrases is enough: articles come first, then posts, each newest first and as plain text", async () => {
  const olderArticlePath = await addArticle("Gallium rises", "A first report.", 20);
  const newerArticlePath = await addArticle("Gallium falls", "A second report.", 10);
  const firstPostPath = await addPost("Arsenide", "Some **bold** words on silicon carbide.");
  const secondPostPath = await addPost("More gallium");
  await addPost("Carbide of silicon");
  expect(await findPaths("gallium", "silicon carbide")).toEqual([
    newerArticlePath,
    olderArticlePath,
    secondPostPath,
    firstPostPath,
  ]);
  const [, , , source] = await site.app.search.findNewestSources(["gallium", "silicon carbide"]);
  expect(source).toMatchObject({
    kind: "post",
    title: "Arsenide",
    text: "Some bold words on silicon carbide.",
    attribution: ada.username,
  });
});

test("articles with more of the words come first, and only the best of many matches are read", async () => {
  const bestArticlePath = await addArticle("Osmium and iridium", "Both are dense.", 90);
  for (let index = 0; index < 30; index += 1) await addArticle(`Osmium ${index}`, "Dense.", index);
  const paths = await findPaths("osmium", "iridium");
  expect([paths[0], paths.length]).toEqual([bestArticlePath, 24]);
});

test("without words, the newest documents are found; with unknown words or only punctuation, none are", async () => {
  const newestPostPath = await addPost("The newest of all");
  expect(await findPaths()).toContain(newestPostPath);
  expect(await findPaths("unobtainium")).toEqual([]);
  expect(await findPaths('"', "' | !&")).toEqual([]);
});

test("deleted posts and hidden articles aren't found", async () => {
  const paths = [await addPost("Rhodium"), await addArticle("Rhodium found", "Rare.")];
  expect((await findPaths("rhodium")).toSorted()).toEqual(paths.toSorted());
  await site.app.forum.deletePost(ada, paths[0]?.split("/").at(-1) ?? "");
  await site.database.pool.query("update news_articles set hidden_at = now() where title = 'Rhodium found'");
  expect(await findPaths("rhodium")).toEqual([]);
});

test("on a site with too many documents to read directly, the same sources are found", async () => {
  const find = async () => [
    await findPaths("gallium", "silicon carbide"),
    await findPaths("osmium", "iridium"),
    await findPaths("unobtainium"),
    await site.app.search.findSources([
      { name: "gallium", forms: ["gallium"] },
      { name: "rises", forms: ["rises", "falls"] },
    ]),
    await site.app.search.findSources([{ name: "osmium", forms: ["osmium"] }]),
  ];
  const before = await find();
  expect(before.flat().length).toBeGreaterThan(0);
  const { pool } = site.database;
  await pool.query(
    `insert into news_articles (title, excerpt, content, category, tags, author, published_at, source, identity, content_digest)
     select 'Filler', 'Filler', 'Filler', 'crypto', '{}', 'Jo', now() - make_interval(days => 1000 + n), 'The Gazette', 'filler ' || n, ''
     from generate_series(1, 2100) n`,
  );
  await pool.query(
    `insert into forum_posts (title, content, category, created_at)
     select 'Filler', 'Filler', 'tech', now() - make_interval(days => 1000 + n) from generate_series(1, 2100) n`,
  );
  site.clock.advance(600);
  expect(await find()).toEqual(before);
});
