import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { NEWS_PAGE_SIZES, type NewsFilter } from "#core/news/categories.ts";
import { LATEST_LIMIT } from "#core/news/limits.ts";
import { findMentions } from "#server/markdown/index.ts";
import { insertMember } from "#server/testing/members.ts";
import { escapeMarkdown } from "./prepare-discussion.ts";
import { openTestNews, type TestNews } from "./testing.ts";

let site: TestNews;
beforeAll(async () => {
  site = await openTestNews();
});
afterAll(() => site.close());

let articleCount = 0;
/** Inserts an article that was published `minutesAgo` minutes ago. */
async function insertArticle(
  minutesAgo: number,
  change: { title?: string; content?: string; category?: string; tags?: string[]; isFlash?: boolean } = {},
): Promise<string> {
  articleCount += 1;
  const [row] = await site.rows<{ id: string }>(
    `insert into news_articles (title, content, excerpt, category, tags, published_at, source, identity, content_digest, is_flash)
     values ($1, $2, 'e', $3, $4, $5, 'Test', $6, '', $7) returning id`,
    [
      change.title ?? `Article ${articleCount}`,
      change.content ?? `Text of article ${articleCount}`,
      change.category ?? "blockchain",
      change.tags ?? [],
      new Date(site.clock.now().getTime() - minutesAgo * 60_000),
      String(articleCount),
      change.isFlash ?? false,
    ],
  );
  return row?.id ?? "";
}
const list = (category: NewsFilter, cursor: string | null = null, search = "") =>
  site.news.listNews({ category, search, cursor });
const getErrorCode = async (operation: Promise<unknown>) => {
  try {
    await operation;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return null;
};
const searchTitles = async (search: string, category: NewsFilter = "all") =>
  (await list(category, null, search)).items.map(({ title }) => title);

test("a list has its category's page size, and paging is stable while new articles arrive", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 18; index += 1)
    ids.push(await insertArticle(1000 + index, { category: "quantum" }));
  const first = await list("quantum");
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, NEWS_PAGE_SIZES.quantum));
  await insertArticle(1, { category: "quantum" });
  const second = await list("quantum", first.nextCursor);
  expect(second.items.map(({ id }) => id)).toEqual(ids.slice(15));
  expect(second.nextCursor).toBeNull();
  expect(
    (await site.news.listNews({ category: "quantum", search: "", cursor: null, size: 3 })).items,
  ).toHaveLength(3);
});

test("articles published at the same time are neither lost nor repeated between pages", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 50; n += 1) ids.push(await insertArticle(500, { category: "defi" }));
  const seenIds: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await list("defi", cursor);
    seenIds.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  expect(seenIds.toSorted()).toEqual(ids.toSorted());
});

test("an invalid cursor is rejected", async () => {
  for (const cursor of ["x", "", Buffer.from('["hot",1,"x"]').toString("base64url"), "9".repeat(5000)]) {
    expect(await getErrorCode(list("all", cursor))).toBe("invalid_input");
  }
});

test("a search finds inflected, partial and misspelled words in titles and content, newest first", async () => {
  await insertArticle(300, {
    title: "Validators withdraw stakes",
    content: "An unstoppable Zirconium upgrade",
    category: "ai",
  });
  await insertArticle(200, { title: "Zirconium shines", content: "Nothing else", category: "crypto" });
  expect(await searchTitles("zirconium")).toEqual(["Zirconium shines", "Validators withdraw stakes"]);
  expect(await searchTitles("zirconium", "ai")).toEqual(["Validators withdraw stakes"]);
  expect(await searchTitles("ZIRCON")).toHaveLength(2);
  expect(await searchTitles("zirconuim")).toHaveLength(2);
  expect(await searchTitles("validator zirconium withdraw")).toEqual(["Validators withdraw stakes"]);
  expect(await searchTitles('"zirconium shines"')).toEqual(["Zirconium shines"]);
  expect(await searchTitles("zirconium -shines")).toEqual(["Validators withdraw stakes"]);
  expect(await searchTitles("' | & ! :* ()")).toEqual([]);
  expect(await searchTitles("nosuchwordanywhere")).toEqual([]);
  expect((await list("all", null, "   ")).items.length).toBeGreaterThan(10);
});

test("paging through a search for frequent words returns every match", async () => {
  const seenIds = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    const page = await list("defi", cursor, "text article");
    for (const { id } of page.items) seenIds.add(id);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  expect(seenIds.size).toBe(50);
});

test("flash news is limited to the newest ten", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1)
    ids.push(await insertArticle(index, { isFlash: true, category: "crypto" }));
  expect((await site.news.readHomeNews(null)).flash.map(({ id }) => id)).toEqual(ids.slice(0, 10));
});

test("the home page has flash news and the other latest articles, which are paged", async () => {
  const homeNews = await site.news.readHomeNews(null);
  const allNews = await list("all");
  expect(homeNews.flash).toEqual(allNews.items.filter(({ isFlash }) => isFlash).slice(0, 10));
  const flashIds = new Set(homeNews.flash.map(({ id }) => id));
  expect(flashIds.size).toBeGreaterThan(0);
  const otherArticles = allNews.items.filter(({ id }) => !flashIds.has(id));
  expect(homeNews.latest.items).toEqual(otherArticles.slice(0, LATEST_LIMIT));
  const secondPage = await site.news.readHomeNews(homeNews.latest.nextCursor);
  expect(secondPage.latest.items).toEqual(otherArticles.slice(LATEST_LIMIT, 2 * LATEST_LIMIT));
  expect(await getErrorCode(site.news.readHomeNews("x"))).toBe("invalid_input");
});

test("an article is returned with the three newest others in its category; unknown IDs are not found", async () => {
  const [firstId = "", ...otherIds] = [
    await insertArticle(60, { category: "ai" }),
    await insertArticle(50, { category: "ai" }),
    await insertArticle(40, { category: "ai" }),
  ];
  const { article: detail, related } = await site.news.readArticle(firstId);
  expect(detail).toMatchObject({
    id: firstId,
    category: "ai",
    sourceUrl: null,
    discussion: null,
    author: "Anonymous",
  });
  expect(related).toHaveLength(3);
  expect(related.slice(0, 2).map(({ id }) => id)).toEqual(otherIds.toReversed());
  expect(related.every(({ category, id }) => category === "ai" && id !== firstId)).toBe(true);
  expect(await getErrorCode(site.news.readArticle(randomUUID()))).toBe("article_not_found");
  expect(await getErrorCode(site.news.readArticle("1' or 1=1"))).toBe("article_not_found");
});

test("a client's views of an article count once per day, even if concurrent; views by robots and of unknown articles don't count", async () => {
  const id = await insertArticle(10);
  const readViews = async () => (await site.news.readArticle(id)).article.views;
  const ann = { address: "203.0.113.7", userAgent: "Mozilla/5.0 Firefox" };
  const otherNews = site.openAnother();
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => (index % 2 ? site.news : otherNews).countView(id, ann)),
  );
  expect(await readViews()).toBe(1);
  await site.news.countView(id, { ...ann, address: "203.0.113.8" });
  await site.news.countView(id, { ...ann, userAgent: "Mozilla/5.0 Safari" });
  expect(await readViews()).toBe(3);
  await site.news.countView(id, { ...ann, userAgent: "Googlebot/2.1" });
  await site.news.countView(id, { ...ann, userAgent: "" });
  await site.news.countView(randomUUID(), ann);
  await site.news.countView("no id", ann);
  expect(await readViews()).toBe(3);

  const storedViews = JSON.stringify(
    await site.rows("select article_id, encode(visitor, 'escape') as visitor from news_views"),
  );
  expect(storedViews).not.toMatch(/203\.0|Firefox/);
  site.clock.advance(24 * 60);
  await Promise.all(
    Array.from({ length: 6 }, (_, index) => (index % 2 ? site.news : otherNews).countView(id, ann)),
  );
  expect(await readViews()).toBe(4);
  // The previous day's views are deleted.
  expect(await site.rows("select distinct day::text from news_views")).toEqual([{ day: "2026-05-11" }]);
  expect(await site.rows("select day::text from news_view_days")).toEqual([{ day: "2026-05-11" }]);
});

test("the counters match the stored articles", async () => {
  site.clock.advance(1);
  const [count] = await site.rows<{ all: number; flash: number }>(
    "select count(*)::int as all, (count(*) filter (where is_flash))::int as flash from news_articles",
  );
  expect(await site.news.countNews()).toEqual({
    articles: count?.all,
    flash: count?.flash,
    sources: 1,
    isSample: false,
    hasFailed: false,
  });
  await site.rows("delete from news_articles where category = 'defi'");
  site.clock.advance(1);
  expect((await site.news.countNews()).articles).toBe((count?.all ?? 0) - 50);
});

/** Inserts an article with a mention, a link and Markdown in its excerpt, and members to discuss it. */
async function insertArticleToDiscuss(name: string) {
  const members = await Promise.all(
    ["ann", "bo", "cy"].map((member) => insertMember(site.database, `${name}_${member}`)),
  );
  const id = await insertArticle(5, {
    title: "To *be* discussed",
    category: "blockchain",
    tags: ["ai", "defi"],
  });
  await site.rows("update news_articles set excerpt = $2, source_url = $3 where id = $1", [
    id,
    `Says @${name}_bo at https://wire.example/a, 3.5% of *it*`,
    "https://wire.example/story",
  ]);
  return { id, members: members as [Member, Member, Member] };
}
const countPosts = async () =>
  (await site.rows<{ posts: number }>("select count(*)::int as posts from forum_posts"))[0]?.posts;

test("a discussion is prepared with the article's title, links, and a quote without markup, and nothing is published", async () => {
  const { id, members } = await insertArticleToDiscuss("prep");
  const [ann, bo] = members;
  expect(await getErrorCode(site.news.prepareDiscussion(null, id))).toBe("sign_in_to_post");
  expect(await getErrorCode(site.news.prepareDiscussion(ann, randomUUID()))).toBe("article_not_found");
  const before = await countPosts();
  const { post, postId, draftId } = await site.news.prepareDiscussion(ann, id);
  expect(post).toMatchObject({ title: "To *be* discussed", category: "news", tags: ["ai", "defi"] });
  expect(postId).toBeNull();
  // The text is readable while it's edited: only what would be markup is escaped.
  expect(post.content).toContain("> Says \\@prep_bo at https\\://wire.example/a, 3.5% of \\*it\\*\n");
  expect(findMentions(post.content)).toEqual([]);
  const html = await site.forum.previewMarkdown(ann, post.content);
  expect(html).toContain("Says @prep_bo at https://wire.example/a, 3.5% of *it*");
  expect(html).toContain(`href="http://lattice.example/news/${id}"`);
  expect(html.match(/<a /g)).toHaveLength(2);
  expect(await countPosts()).toBe(before);
  // Each member has their own draft, which is always the same one.
  expect((await site.news.prepareDiscussion(ann, id)).draftId).toBe(draftId);
  expect((await site.news.prepareDiscussion(bo, id)).draftId).not.toBe(draftId);
});

test("there is one discussion per article, even if several members publish one at the same time", async () => {
  const { id, members } = await insertArticleToDiscuss("disc");
  const before = await countPosts();
  const publish = async (member: Member, addedText: string) => {
    const { post } = await site.news.prepareDiscussion(member, id);
    return site.news.publishDiscussion(member, id, {
      ...post,
      content: post.content + addedText,
      draftId: "",
    });
  };
  const [ann, bo] = members;
  expect(await getErrorCode(site.news.publishDiscussion(null, id, { ...BLANK_POST, draftId: "" }))).toBe(
    "sign_in_to_post",
  );
  expect(await getErrorCode(site.news.publishDiscussion(ann, id, { ...BLANK_POST, draftId: "" }))).toBe(
    "missing_information",
  );
  const authors = [...members, ann];
  const results = await Promise.all(authors.map((member, index) => publish(member, `Text ${index}`)));
  expect(new Set(results.map(({ postId }) => postId)).size).toBe(1);
  expect(results.filter(({ alreadyExists }) => !alreadyExists)).toHaveLength(1);
  expect(await countPosts()).toBe((before ?? 0) + 1);
  const winnerIndex = results.findIndex(({ alreadyExists }) => !alreadyExists);
  const author = authors[winnerIndex] as Member;
  const { postId = "" } = results[winnerIndex] ?? {};
  expect((await site.forum.getPost(null, postId)).content).toContain(`Text ${winnerIndex}`);
  expect((await site.news.prepareDiscussion(bo, id)).postId).toBe(postId);

  // A repeated request succeeds; different content isn't published.
  expect(await publish(author, `Text ${winnerIndex}`)).toEqual({ postId, alreadyExists: false });
  expect(await publish(author, "Other text")).toEqual({ postId, alreadyExists: true });
  expect(await countPosts()).toBe((before ?? 0) + 1);

  await site.forum.addComment(bo, { postId, content: "First", parentId: null });
  expect((await site.news.readArticle(id)).article.discussion).toEqual({ postId, commentCount: 1 });
  await site.forum.deletePost(author, postId);
  expect((await site.news.readArticle(id)).article.discussion).toBeNull();
  const second = await publish(bo, "Again");
  expect(second.alreadyExists).toBe(false);
  expect(second.postId).not.toBe(postId);
  expect((await site.news.readArticle(id)).article.discussion).toEqual({
    postId: second.postId,
    commentCount: 0,
  });
});

const BLANK_POST = { title: "", content: "", category: "", tags: [] };

test.for([
  ["1. First", "1\\. First"],
  ["- a dash - inside", "\\- a dash - inside"],
  ["# heading #tag", "\\# heading #tag"],
  ["AT&T &amp; R&D; $5 ~ |x|", "AT&T \\&amp; R\\&D; \\$5 \\~ \\|x\\|"],
  ["two\nlines\t here", "two lines here"],
])("in a quote, %j is escaped as %j", ([text, escaped]) => {
  expect(escapeMarkdown(text as string)).toBe(escaped);
});

test("reading lists and articles takes a constant number of statements", async () => {
  const executedStatements: string[] = [];
  const { pool } = site.database;
  const query = pool.query;
  pool.query = ((...args: unknown[]) => {
    executedStatements.push(String((args[0] as { text?: string }).text ?? args[0]));
    return (query as (...args: unknown[]) => unknown).apply(pool, args);
  }) as typeof pool.query;
  const countStatements = async (operation: () => Promise<unknown>) => {
    executedStatements.length = 0;
    await operation();
    return executedStatements.length;
  };
  try {
    expect(await countStatements(() => list("all"))).toBe(1);
    expect(await countStatements(() => list("all", null, "zirconium"))).toBe(2);
    const [first] = (await list("all")).items;
    expect(await countStatements(() => site.news.readArticle(first?.id ?? ""))).toBe(1);
    expect(await countStatements(() => site.news.readHomeNews(null))).toBe(1);
  } finally {
    pool.query = query;
  }
});

test("a search continues after a page for which none of the checked articles match", async () => {
  const addArticles = (title: string, count: number, publishedAt: string) =>
    site.database.pool.query(
      `insert into news_articles (title, content, excerpt, category, tags, published_at, source, identity, content_digest, is_flash)
       select $1, 'Text', 'e', 'defi', '{}', $3::timestamptz - n * interval '1 minute', 'Test', gen_random_uuid(), '', false
       from generate_series(1, $2) n`,
      [title, count, publishedAt],
    );
  // More articles than are read one by one, then more than are checked for one page.
  await addArticles("Filler", 2_100, "2024-03-01");
  await addArticles("Nickel before cobalt", 310, "2024-02-01");
  await addArticles("Cobalt before nickel", 3, "2024-01-01");
  let found = 0;
  let cursor: string | null = null;
  do {
    const page = await list("defi", cursor, '"cobalt before nickel"');
    found += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(found).toBe(3);
});
