import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { currentRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";

/**
 * What visitors' pages are made from must be announced when it changes, or a page of it would be kept for longer than it
 * holds. So: every table that such a page reads has a trigger that announces, or stands here with the reason.
 */
const NOT_ANNOUNCED: Readonly<Record<string, string>> = {
  votes: "a visitor has none; what they add up to stands in the posts",
  comment_votes: "as the votes",
  post_tags: "made from the posts, in the same statement",
  daily_counts: "counts of the community, kept for ten seconds",
  live_programs: "who is here, kept for ten seconds",
  sessions: "who is here, kept for ten seconds",
  news_counts: "counts of the news, kept for ten seconds",
  market_prices: "prices, kept for ten seconds",
  market_days: "prices, kept for ten seconds",
  released_usernames: "a former name leads on, which is not kept",
  site_settings: "announced by whoever saves them (server/settings/save-section.ts)",
  news_sources: "whether one failed, among the counts of the news; an article has its source's name itself",
};

let site: AppFixture;
beforeAll(async () => {
  site = await createAppFixture();
});
afterAll(() => site.end());

test("every table that a visitor's page reads is announced, or it is said why it need not be", async () => {
  const { app, database } = site;
  const author = await site.register();
  const { id } = await app.forum.createPost(author, {
    title: "A post for visitors",
    content: `Words for @${author.username}.`,
    category: "ai",
    tags: ["one"],
  });
  await app.forum.addComment(author, { postId: id, content: "Words.", parentId: null });
  await app.news.putInSamples();
  const article = (await app.news.listNews({ category: "all", search: "", cursor: null })).items[0];
  const query = vi.spyOn(database.pool, "query");
  const sources = await runInRequestScope("test", async () => {
    const list = { sort: "hot", period: "all", categories: [], tag: null, search: "", cursor: null } as const;
    for (const sort of ["hot", "new", "top"] as const)
      for (const period of ["all", "week"] as const)
        for (const tag of [null, "one"]) await app.forum.listPosts(null, { ...list, sort, period, tag });
    await app.forum.getPost(null, id);
    await app.forum.listComments(null, { postId: id, sort: "best", cursor: null });
    await app.forum.readMember(null, author.username);
    await app.forum.listMemberPosts(null, { memberId: author.id, cursor: null });
    await app.forum.listMemberComments({ memberId: author.id, cursor: null });
    await app.forum.countCommunity();
    await app.news.listNews({ category: "all", search: "", cursor: null });
    await app.news.readFrontNews(null);
    await app.news.countNews();
    await app.news.readArticle(article?.id ?? "");
    await app.market.readMarket();
    await app.market.readPrices("all");
    await app.settings.readPage("privacy");
    return currentRequestScope()?.sources;
  });
  const statements = query.mock.calls.map(([given]: unknown[]) =>
    typeof given === "string" ? given : ((given as { text?: string })?.text ?? ""),
  );
  query.mockRestore();
  expect(statements.length).toBeGreaterThan(20);
  const read = new Set(
    statements.flatMap((text) =>
      [...text.matchAll(/\b(?:from|join)\s+(?:public|auth)\.(\w+)\b(?!\s*\()/g)].map(
        ([, name]) => name ?? "",
      ),
    ),
  );
  const { rows } = await database.pool.query<{ name: string }>(
    "select distinct tgrelid::regclass::text as name from pg_trigger where tgname like 'announce_%'",
  );
  const announced = new Set(rows.map(({ name }) => name.replace(/^\w+\./, "")));
  expect([...read].filter((name) => !announced.has(name) && !(name in NOT_ANNOUNCED))).toEqual([]);
  expect(read).toContain("forum_posts");
  expect(read).toContain("profiles");
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
