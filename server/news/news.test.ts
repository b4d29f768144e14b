import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#core/errors.ts";
import { NEWS_PAGE_SIZES, type NewsFilter } from "#core/news/categories.ts";
import { LATEST_LIMIT } from "#core/news/limits.ts";
import { findMentions } from "#server/markdown/index.ts";
import { insertMember } from "#server/testing/members.ts";
import { openTestNews, type TestNews } from "./testing.ts";

let it: TestNews;
beforeAll(async () => {
  it = await openTestNews();
});
afterAll(() => it.close());

let created = 0;
/** Inserts an article that is `minutesAgo` old. */
async function article(
  minutesAgo: number,
  change: { title?: string; content?: string; category?: string; tags?: string[]; flash?: boolean } = {},
): Promise<string> {
  created += 1;
  const [row] = await it.rows<{ id: string }>(
    `insert into news_articles (title, content, excerpt, category, tags, published_at, source, identity, said, is_flash)
     values ($1, $2, 'e', $3, $4, $5, 'Test', $6, '', $7) returning id`,
    [
      change.title ?? `Article ${created}`,
      change.content ?? `Words of number ${created}`,
      change.category ?? "blockchain",
      change.tags ?? [],
      new Date(it.clock.now().getTime() - minutesAgo * 60_000),
      String(created),
      change.flash ?? false,
    ],
  );
  return row?.id ?? "";
}
const list = (category: NewsFilter, cursor: string | null = null, search = "") =>
  it.news.listNews({ category, search, cursor });
const refusal = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return null;
};
const found = async (search: string, category: NewsFilter = "all") =>
  (await list(category, null, search)).items.map(({ title }) => title);

test("each list has its page size, and paging is stable while new articles arrive", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 18; at += 1) ids.push(await article(1000 + at, { category: "quantum" }));
  const first = await list("quantum");
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, NEWS_PAGE_SIZES.quantum));
  await article(1, { category: "quantum" });
  const second = await list("quantum", first.nextCursor);
  expect(second.items.map(({ id }) => id)).toEqual(ids.slice(15));
  expect(second.nextCursor).toBeNull();
  expect(
    (await it.news.listNews({ category: "quantum", search: "", cursor: null, size: 3 })).items,
  ).toHaveLength(3);
});

test("articles with the same time are neither lost nor repeated between pages", async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, () => article(500, { category: "defi" })));
  const seen: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await list("defi", cursor);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  expect(seen.toSorted()).toEqual(ids.toSorted());
});

test("an invalid cursor is rejected", async () => {
  for (const cursor of ["x", "", Buffer.from('["hot",1,"x"]').toString("base64url"), "9".repeat(5000)]) {
    expect(await refusal(list("all", cursor))).toBe("invalid_input");
  }
});

test("a search finds words in titles and content, with inflections, parts and misspellings, newest first", async () => {
  await article(300, {
    title: "Validators withdraw stakes",
    content: "An unstoppable Zirconium upgrade",
    category: "ai",
  });
  await article(200, { title: "Zirconium shines", content: "Nothing else", category: "crypto" });
  expect(await found("zirconium")).toEqual(["Zirconium shines", "Validators withdraw stakes"]);
  expect(await found("zirconium", "ai")).toEqual(["Validators withdraw stakes"]);
  expect(await found("ZIRCON")).toHaveLength(2);
  expect(await found("zirconuim")).toHaveLength(2);
  expect(await found("validator zirconium withdraw")).toEqual(["Validators withdraw stakes"]);
  expect(await found('"zirconium shines"')).toEqual(["Zirconium shines"]);
  expect(await found("zirconium -shines")).toEqual(["Validators withdraw stakes"]);
  expect(await found("' | & ! :* ()")).toEqual([]);
  expect(await found("nosuchwordanywhere")).toEqual([]);
  expect((await list("all", null, "   ")).items.length).toBeGreaterThan(10);
});

test("a search for a frequent word pages through all matches", async () => {
  const seen = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    const page = await list("defi", cursor, "words number");
    for (const { id } of page.items) seen.add(id);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  expect(seen.size).toBe(50);
});

test("flash news is limited to the newest ten", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 12; at += 1) ids.push(await article(at, { flash: true, category: "crypto" }));
  expect((await it.news.readFrontNews(null)).flash.map(({ id }) => id)).toEqual(ids.slice(0, 10));
});

test("the home page has flash news and the latest, which can be paged", async () => {
  const front = await it.news.readFrontNews(null);
  const all = await list("all");
  expect(front.flash).toEqual(all.items.filter(({ isFlash }) => isFlash).slice(0, 10));
  expect(front.latest.items).toEqual(all.items.slice(0, LATEST_LIMIT));
  const more = await it.news.readFrontNews(front.latest.nextCursor);
  expect(more.latest.items).toEqual(all.items.slice(LATEST_LIMIT, 2 * LATEST_LIMIT));
  expect(await refusal(it.news.readFrontNews("x"))).toBe("invalid_input");
});

test("an article comes with the three newest of its category; unknown ids are not found", async () => {
  const [own = "", ...others] = [
    await article(60, { category: "ai" }),
    await article(50, { category: "ai" }),
    await article(40, { category: "ai" }),
  ];
  const { article: read, related } = await it.news.readArticle(own);
  expect(read).toMatchObject({
    id: own,
    category: "ai",
    sourceUrl: null,
    discussion: null,
    author: "Anonymous",
  });
  expect(related).toHaveLength(3);
  expect(related.slice(0, 2).map(({ id }) => id)).toEqual(others.toReversed());
  expect(related.every(({ category, id }) => category === "ai" && id !== own)).toBe(true);
  expect(await refusal(it.news.readArticle(randomUUID()))).toBe("article_not_found");
  expect(await refusal(it.news.readArticle("1' or 1=1"))).toBe("article_not_found");
});

test("a view counts once per visitor, article and day, even concurrently; robots and unknown articles don't count", async () => {
  const id = await article(10);
  const views = async () => (await it.news.readArticle(id)).article.views;
  const ann = { address: "203.0.113.7", userAgent: "Mozilla/5.0 Firefox" };
  const other = it.another();
  await Promise.all(Array.from({ length: 12 }, (_, at) => (at % 2 ? it.news : other).countView(id, ann)));
  expect(await views()).toBe(1);
  await it.news.countView(id, { ...ann, address: "203.0.113.8" });
  await it.news.countView(id, { ...ann, userAgent: "Mozilla/5.0 Safari" });
  expect(await views()).toBe(3);
  await it.news.countView(id, { ...ann, userAgent: "Googlebot/2.1" });
  await it.news.countView(id, { ...ann, userAgent: "" });
  await it.news.countView(randomUUID(), ann);
  await it.news.countView("no id", ann);
  expect(await views()).toBe(3);

  const stored = JSON.stringify(
    await it.rows("select article_id, encode(visitor, 'escape') as visitor from news_views"),
  );
  expect(stored).not.toMatch(/203\.0|Firefox/);
  it.clock.advance(24 * 60);
  await Promise.all(Array.from({ length: 6 }, (_, at) => (at % 2 ? it.news : other).countView(id, ann)));
  expect(await views()).toBe(4);
  // Nothing is left of the day before.
  expect(await it.rows("select distinct day::text from news_views")).toEqual([{ day: "2026-05-11" }]);
  expect(await it.rows("select day::text from news_view_days")).toEqual([{ day: "2026-05-11" }]);
});

test("the counters are current", async () => {
  it.clock.advance(1);
  const [count] = await it.rows<{ all: number; flash: number }>(
    "select count(*)::int as all, (count(*) filter (where is_flash))::int as flash from news_articles",
  );
  expect(await it.news.countNews()).toEqual({
    stories: count?.all,
    flash: count?.flash,
    sources: 1,
    isSample: false,
    hasFailed: false,
  });
  await it.rows("delete from news_articles where category = 'defi'");
  it.clock.advance(1);
  expect((await it.news.countNews()).stories).toBe((count?.all ?? 0) - 50);
});

test("there is one discussion per article, even if several members open it at once", async () => {
  const [ann, bo, cy] = [
    await insertMember(it.database, "disc_ann"),
    await insertMember(it.database, "disc_bo"),
    await insertMember(it.database, "disc_cy"),
  ];
  const id = await article(5, {
    title: "To *be* discussed",
    category: "blockchain",
    tags: ["ai", "defi"],
  });
  await it.rows("update news_articles set excerpt = $2, source_url = $3 where id = $1", [
    id,
    "Says @disc_bo at https://wire.example/a and http://wire.example",
    "https://wire.example/story",
  ]);
  expect(await refusal(it.news.openDiscussion(null, id))).toBe("sign_in_to_post");
  expect(await refusal(it.news.openDiscussion(ann, randomUUID()))).toBe("article_not_found");

  const opened = await Promise.all([ann, bo, cy, ann].map((member) => it.news.openDiscussion(member, id)));
  const posts = new Set(opened.map(({ postId }) => postId));
  expect(posts.size).toBe(1);
  const [postId = ""] = posts;
  expect(await it.rows("select count(*)::int as posts from forum_posts")).toEqual([{ posts: 1 }]);
  const post = await it.forum.getPost(null, postId);
  expect(post).toMatchObject({ title: "To *be* discussed", category: "news", tags: ["ai", "defi"] });
  expect(post.contentHtml).toContain(`href="http://lattice.example/news/${id}"`);
  // The feed's text is escaped; the only links are to the article and its source.
  expect(post.contentHtml).toContain("Says @disc_bo at https://wire.example/a and http://wire.example");
  expect(post.contentHtml.match(/<a /g)).toHaveLength(2);
  expect(findMentions(post.content)).toEqual([]);
  await it.forum.addComment(bo, { postId, content: "First", parentId: null });
  expect((await it.news.readArticle(id)).article.discussion).toEqual({ postId, commentCount: 1 });

  const author = [ann, bo, cy].find((member) => member.username === post.author.username) ?? ann;
  await it.forum.deletePost(author, postId);
  expect((await it.news.readArticle(id)).article.discussion).toBeNull();
  const reopened = await it.news.openDiscussion(bo, id);
  expect(reopened).toMatchObject({ isNew: true });
  expect(reopened.postId).not.toBe(postId);
  expect((await it.news.readArticle(id)).article.discussion).toEqual({
    postId: reopened.postId,
    commentCount: 0,
  });
});

test("lists and articles take a constant number of statements", async () => {
  const executed: string[] = [];
  const { pool } = it.database;
  const query = pool.query;
  pool.query = ((...given: unknown[]) => {
    executed.push(String((given[0] as { text?: string }).text ?? given[0]));
    return (query as (...all: unknown[]) => unknown).apply(pool, given);
  }) as typeof pool.query;
  const statements = async (work: () => Promise<unknown>) => {
    executed.length = 0;
    await work();
    return executed.length;
  };
  try {
    expect(await statements(() => list("all"))).toBe(1);
    expect(await statements(() => list("all", null, "zirconium"))).toBe(2);
    const [first] = (await list("all")).items;
    expect(await statements(() => it.news.readArticle(first?.id ?? ""))).toBe(1);
    expect(await statements(() => it.news.readFrontNews(null))).toBe(1);
  } finally {
    pool.query = query;
  }
});
