import { expect, test } from "vitest";
import { createJobs } from "#server/platform/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { buildRss } from "#server/testing/feed-server.ts";
import { ADMINISTRATOR, setUpTestFeeds, type TestNews } from "../testing.ts";

const feeds = setUpTestFeeds();
const { open, source, list } = feeds;

const readSourceRow = async ({ rows }: TestNews) =>
  (await rows<Record<string, unknown>>("select * from news_sources"))[0] ?? {};

test("a feed becomes articles; a second run adds nothing, and a changed item updates only its article", async () => {
  const items = [
    {
      title: "Bitcoin rests",
      guid: "1",
      link: "https://e.org/1?utm_source=x",
      date: "Sun, 10 May 2026 10:00:00 GMT",
      description: "One.",
    },
    {
      title: "AI in DeFi",
      guid: "2",
      link: "https://e.org/2",
      date: "Sun, 10 May 2026 09:00:00 GMT",
      description: "Two.",
    },
  ];
  feeds.server.on("/a", buildRss(items));
  const site = await open([source("a")]);
  expect((await site.news.ingestNews()).outcomes).toMatchObject([
    { name: "a", result: "ingested", added: 2, changed: 0 },
  ]);
  const first = await list(site);
  expect(first).toMatchObject([
    {
      title: "Bitcoin rests",
      tags: ["bitcoin"],
      source: "a",
      category: "crypto",
      publishedAt: "2026-05-10T10:00:00.000Z",
      readMinutes: 1,
      excerpt: "One.",
      views: 0,
      isFlash: true,
      isSample: false,
      image: { isCategoryImage: true, url: "/news-images/crypto.webp" },
    },
    { title: "AI in DeFi", tags: ["ai", "defi"] },
  ]);
  const { article } = await site.news.readArticle(first[0]?.id ?? "");
  expect(article).toMatchObject({
    sourceUrl: "https://e.org/1",
    content: expect.stringMatching(/^One\. .*developing story/),
  });

  expect((await site.news.ingestNews({ force: true })).outcomes).toMatchObject([
    { result: "unchanged", added: 0 },
  ]);
  feeds.server.on(
    "/a",
    buildRss(
      [{ ...items[0], title: "Bitcoin wakes" }, items[1] as (typeof items)[0]].map((item) => ({
        ...item,
        title: item.title ?? "",
      })),
    ),
  );
  expect((await site.news.ingestNews({ force: true })).outcomes).toMatchObject([
    { result: "ingested", added: 0, changed: 1, unchanged: 1 },
  ]);
  const second = await list(site);
  expect(second.map(({ id, title }) => [id, title])).toEqual([
    [first[0]?.id, "Bitcoin wakes"],
    [first[1]?.id, "AI in DeFi"],
  ]);
});

test("articles without a readable date get the time at which they were first seen, in feed order", async () => {
  const buildFeed = (extra: string) =>
    buildRss([
      { title: "A", guid: "1", date: "Seg, 24 Set 2018" },
      { title: "B", guid: "2" },
      { title: `C${extra}`, guid: "3" },
    ]);
  feeds.server.on("/a", buildFeed(""));
  const site = await open([source("a")]);
  await site.news.ingestNews();
  const before = await list(site);
  expect(before.map(({ title }) => title)).toEqual(["A", "B", "C"]);
  site.clock.advance(600);
  feeds.server.on("/a", buildFeed(" changed"));
  await site.news.ingestNews();
  const after = await list(site);
  expect(after.map(({ title }) => title)).toEqual(["A", "B", "C changed"]);
  expect(after.map(({ publishedAt }) => publishedAt)).toEqual(before.map(({ publishedAt }) => publishedAt));
});

test("new guids neither duplicate articles nor change their IDs", async () => {
  const buildItem = (title: string, guid: string, hour?: string) => ({
    title,
    guid,
    link: `https://e.org/${title.toLowerCase()}?utm_source=feed`,
    ...(hour ? { date: `Sun, 10 May 2026 0${hour}:00:00 GMT` } : {}),
  });
  feeds.server.on(
    "/a",
    buildRss([
      buildItem("A", "1", "3"),
      buildItem("A", "1", "3"),
      buildItem("B", "2"),
      buildItem("C", "3", "1"),
    ]),
  );
  const site = await open([source("a")]);
  expect((await site.news.ingestNews()).outcomes).toMatchObject([{ added: 3, skipped: 1 }]);
  const first = (await list(site)).map(({ id, title }) => [id, title]).toSorted();

  feeds.server.on(
    "/a",
    buildRss([buildItem("A", "one", "3"), buildItem("B", "two"), buildItem("C", "three", "1")]),
  );
  expect((await site.news.ingestNews({ force: true })).outcomes).toMatchObject([{ added: 0, unchanged: 3 }]);
  // A guid shared by all items identifies none of them.
  feeds.server.on(
    "/a",
    buildRss([
      buildItem("D", "x", "5"),
      buildItem("A", "x", "3"),
      buildItem("B", "x"),
      buildItem("C", "x", "1"),
    ]),
  );
  expect((await site.news.ingestNews({ force: true })).outcomes).toMatchObject([{ added: 1, unchanged: 3 }]);
  const laterArticles = (await list(site)).map(({ id, title }) => [id, title]);
  expect(laterArticles.filter(([, title]) => title !== "D").toSorted()).toEqual(first);

  // If an article is stored twice, the feed's item is matched with one of the copies.
  await site.rows(`insert into news_articles (title, content, category, published_at, source, source_url, source_id, identity, content_digest)
    select title, content, category, published_at, source, source_url, source_id, identity || 'again', content_digest
    from news_articles where title = 'A'`);
  feeds.server.on("/a", buildRss([buildItem("A", "once more", "3"), buildItem("B", "once more b")]));
  expect((await site.news.ingestNews({ force: true })).outcomes).toMatchObject([{ added: 0, unchanged: 2 }]);

  // The same title and link on another day is a different article.
  feeds.server.on("/a", buildRss([buildItem("C", "new", "6")]));
  expect((await site.news.ingestNews({ force: true })).outcomes).toMatchObject([{ added: 1 }]);
});

test("an article with the same title and link in two feeds is stored once, marked as flash", async () => {
  const article = {
    title: "Chain halts",
    link: "https://e.org/halt?utm_source=one",
    date: "Sun, 10 May 2026 01:00:00 GMT",
  };
  const otherItems = Array.from({ length: 8 }, (_, index) => ({
    title: `Other ${index}`,
    guid: `o${index}`,
    date: `Sun, 10 May 2026 0${index + 2}:00:00 GMT`,
  }));
  feeds.server.on("/a", buildRss([...otherItems, { ...article, guid: "a1" }]));
  feeds.server.on("/b", buildRss([{ ...article, guid: "b1", link: "https://e.org/halt" }]));
  const site = await open([source("a"), source("b")], { concurrency: 1 });
  await site.news.ingestNews();
  await site.news.ingestNews({ force: true });
  const articlesWithTitle = (await list(site)).filter(({ title }) => title === "Chain halts");
  expect(articlesWithTitle).toMatchObject([{ isFlash: true }]);
});

test("conditional requests send the ETag and the date, and a 304 changes nothing", async () => {
  feeds.server.on("/a", (request, response) => {
    if (request.headers["if-none-match"] === '"v1"')
      response.writeHead(304, { "Cache-Control": "max-age=7200" }).end();
    else {
      response
        .writeHead(200, { ETag: '"v1"', "Last-Modified": "Sat, 09 May 2026 00:00:00 GMT" })
        .end(buildRss([{ title: "A" }]));
    }
  });
  const site = await open([source("a")]);
  await site.news.ingestNews();
  expect((await site.news.ingestNews({ force: true })).outcomes).toMatchObject([{ result: "unchanged" }]);
  expect(feeds.server.requests.get("/a")?.headers).toMatchObject({
    "if-none-match": '"v1"',
    "if-modified-since": "Sat, 09 May 2026 00:00:00 GMT",
  });
  // The source requested two hours, instead of thirty minutes.
  site.clock.advance(119);
  expect((await site.news.ingestNews()).outcomes).toEqual([]);
  site.clock.advance(2);
  expect((await site.news.ingestNews()).outcomes).toHaveLength(1);
});

test("Retry-After is respected; repeated failures are reported and delay the next fetch, and a success resets their count", async () => {
  feeds.server.on("/a", (_request, response) => response.writeHead(503, { "Retry-After": "18000" }).end());
  const site = await open([source("a")]);
  expect((await site.news.ingestNews()).outcomes).toMatchObject([
    { result: "failed", reason: "its server responded with 503" },
  ]);
  site.clock.advance(299);
  expect((await site.news.ingestNews()).outcomes).toEqual([]);
  feeds.server.on("/a", "no feed");
  for (let round = 0; round < 4; round += 1) await site.news.ingestNews({ force: true });
  expect(await site.sources()).toMatchObject([
    {
      name: "a",
      health: "broken",
      failures: 5,
      lastError: "it is not RSS, RDF, Atom or JSON Feed",
      articleCount: 0,
    },
  ]);
  const waitMs =
    new Date(String((await readSourceRow(site)).next_fetch_at)).getTime() - site.clock.now().getTime();
  // Thirty minutes is doubled four times.
  expect(waitMs / 60_000).toBeGreaterThanOrEqual(480);
  feeds.server.on("/a", buildRss([{ title: "A" }]));
  await site.news.ingestNews({ force: true });
  expect(await site.sources()).toMatchObject([
    { health: "good", failures: 0, lastError: null, articleCount: 1 },
  ]);
});

test("a source can be fetched by name, and syncing the list preserves admin edits", async () => {
  feeds.server.on("/a", buildRss([{ title: "A" }]));
  feeds.server.on("/b", buildRss([{ title: "B" }]));
  const site = await open([source("a"), source("b")]);
  expect((await site.news.ingestNews({ source: "B", force: true })).outcomes.map(({ name }) => name)).toEqual(
    ["b"],
  );
  await site.rows(
    "update news_sources set name = 'Mine', is_enabled = false, edited_at = now() where name = 'a'",
  );
  await site.rows(
    "insert into news_sources (name, url, category) values ('own', 'https://own.example.org/', 'ai')",
  );
  await site.rows(
    "insert into news_sources (name, url, category, is_listed) values ('past', 'https://past.example.org/', 'ai', true)",
  );
  await site.news.syncSources();
  expect((await site.sources()).map(({ name, isEnabled }) => [name, isEnabled])).toEqual([
    ["b", true],
    ["Mine", false],
    ["own", true],
    ["past", false],
  ]);
});

test("a stopping process releases its source without recording a failure", async () => {
  feeds.server.on("/a", () => {});
  const site = await open([source("a")], { fetchMs: 20_000 });
  const jobs = createJobs({ pool: site.database.pool, log: createLog("silent"), pollSeconds: 0.5 });
  site.news.addJobs(jobs);
  jobs.start();
  while (!feeds.server.requests.has("/a")) {
    await jobs.send("news-look", {}, "now").catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await jobs.stop();
  const row = await readSourceRow(site);
  expect(row).toMatchObject({ failures: 0, last_error: null });
  expect(new Date(String(row.next_fetch_at)).getTime()).toBeLessThanOrEqual(site.clock.now().getTime());
});

test.each(["succeeds", "fails"])(
  "a fetch of the old URL that %s after an edit doesn't delay or affect the new one",
  async (outcome) => {
    const site = await open([source("a")]);
    const { id } = await readSourceRow(site);
    const newUrl = `${feeds.server.origin}/new`;
    feeds.server.on("/a", (_request, response) => {
      const edit = { id: String(id), name: "a", url: newUrl, category: "ai", intervalMinutes: "" };
      void site.news.editSource(ADMINISTRATOR, edit).then(() => {
        if (outcome === "fails") response.writeHead(500).end();
        else response.writeHead(200, { ETag: '"1"' }).end(buildRss([{ title: "Old" }]));
      });
    });
    feeds.server.on("/new", (request, response) => {
      if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { ETag: '"1"' }).end(buildRss([{ title: "New" }]));
    });
    expect((await site.news.ingestNews()).outcomes).toEqual([]);
    expect(await readSourceRow(site)).toMatchObject({
      url: newUrl,
      failures: 0,
      last_error: null,
      etag: null,
    });
    await site.news.ingestNews();
    expect(await site.rows("select title from news_articles")).toEqual([{ title: "New" }]);
  },
);
