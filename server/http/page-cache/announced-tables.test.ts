import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";

/**
 * Data shown on visitors' pages must be announced when it changes, or cached pages would become stale. Every table
 * that such a page reads needs a trigger that announces changes, or an entry here with the reason.
 */
const UNANNOUNCED_TABLES: Readonly<Record<string, string>> = {
  votes: "visitors have none, and the totals are in the posts",
  comment_votes: "as for votes",
  post_tags: "derived from the posts in the same statement",
  daily_counts: "community counts, cached for ten seconds",
  category_counts: "counts per category, read again after each announced post",
  news_counts: "news counts, cached for ten seconds",
  released_usernames: "redirects from former usernames aren't cached",
  news_sources: "only failures are read, as part of the news counts; articles contain the source's name",
};

let site: AppFixture;
beforeAll(async () => {
  site = await createAppFixture();
});
afterAll(() => site.end());

test("every table that a visitor's page reads announces changes, or there is a reason why not", async () => {
  const { app, database } = site;
  const author = await site.register();
  const { id } = await app.forum.createPost(author, {
    title: "A post for visitors",
    content: `Text for @${author.username}.`,
    category: "ai",
    tags: ["one"],
  });
  const { id: rootId } = await app.forum.addComment(author, {
    postId: id,
    content: "Some text.",
    parentId: null,
  });
  await app.news.addSamples();
  const article = (await app.news.listNews({ category: "all", search: "", cursor: null })).items[0];
  const query = vi.spyOn(database.pool, "query");
  const sources = await runInRequestScope("test", async () => {
    const listQuery = {
      sort: "hot",
      period: "all",
      categories: [],
      tag: null,
      search: "",
      cursor: null,
    } as const;
    for (const sort of ["hot", "new", "top"] as const)
      for (const period of ["all", "week"] as const)
        for (const tag of [null, "one"]) await app.forum.listPosts(null, { ...listQuery, sort, period, tag });
    await app.forum.getPost(null, id);
    await app.forum.listComments(null, { postId: id, sort: "best", cursor: null });
    await app.forum.listComments(null, { postId: id, sort: "new", cursor: null, rootId });
    await app.forum.readMember(null, author.username);
    await app.forum.listMemberPosts(null, { memberId: author.id, cursor: null });
    await app.forum.listMemberComments({ memberId: author.id, cursor: null });
    await app.forum.readCommunity();
    await app.forum.readOverview();
    await app.news.listNews({ category: "all", search: "", cursor: null });
    await app.news.readHomeNews(null);
    await app.news.countNews();
    await app.news.readArticle(article?.id ?? "");
    await app.market.readMarket();
    await app.market.readPrices("all");
    await app.settings.readPage("privacy");
    for (const feed of ["news", "ai", "forum"]) await app.syndication.feeds.request(`/${feed}.xml`);
    await app.syndication.buildSitemap();
    for (const path of [`/posts/${id}`, `/members/${author.id}`, `/news/${article?.id}`])
      await app.sharing.http.request(`${path}-0.png`);
    return getRequestScope()?.sources;
  });
  const statements = query.mock.calls.map(([statement]: unknown[]) =>
    typeof statement === "string" ? statement : ((statement as { text?: string })?.text ?? ""),
  );
  query.mockRestore();
  expect(statements.length).toBeGreaterThan(20);
  const readTables = new Set(
    statements.flatMap((text) =>
      [...text.matchAll(/\b(?:from|join)\s+(?:public|auth)\.(\w+)\b(?!\s*\()/g)].map(
        ([, name]) => name ?? "",
      ),
    ),
  );
  const { rows } = await database.pool.query<{ name: string }>(
    "select distinct tgrelid::regclass::text as name from pg_trigger where tgname like 'announce_%'",
  );
  const announcedTables = new Set(rows.map(({ name }) => name.replace(/^\w+\./, "")));
  expect(
    [...readTables].filter((name) => !announcedTables.has(name) && !(name in UNANNOUNCED_TABLES)),
  ).toEqual([]);
  expect(Object.keys(UNANNOUNCED_TABLES).filter((name) => !readTables.has(name))).toEqual([]);
  expect(readTables).toContain("forum_posts");
  expect(readTables).toContain("profiles");
  expect([...(sources?.read ?? [])]).toEqual(
    expect.arrayContaining([
      "posts",
      "comments",
      "news",
      "settings",
      `post:${id}`,
      `member:${author.id}`,
      `username:${author.username}`,
    ]),
  );
  expect(sources?.validUntil).toBeLessThan(site.clock.now().getTime() + 10_001);
});
