import { afterEach, beforeEach, expect, test } from "vitest";
import type { ListedSource } from "#core/news/sources.ts";
import { type FeedServer, openTestNews, rssOf, startFeedServer, type TestNews } from "../testing.ts";

let server: FeedServer;
const opened: TestNews[] = [];
beforeEach(async () => {
  server = await startFeedServer();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await server.close();
});

const source = (
  name: string,
  path = `/${name}`,
  category: ListedSource["category"] = "crypto",
): ListedSource => ({
  name,
  address: `${server.origin}${path}`,
  category,
});
async function open(
  sources: readonly ListedSource[],
  options?: Parameters<typeof openTestNews>[1],
): Promise<TestNews> {
  const one = await openTestNews(sources, options);
  opened.push(one);
  return one;
}
const list = async ({ news }: TestNews) =>
  (await news.listNews({ category: "all", search: "", cursor: null })).items;
const sourceRow = async ({ rows }: TestNews) =>
  (await rows<Record<string, unknown>>("select * from news_sources"))[0] ?? {};

test("a feed becomes articles; a second run adds nothing, and a changed item changes its article alone", async () => {
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
  server.on("/a", rssOf(items));
  const it = await open([source("a")]);
  expect((await it.news.gatherNews()).outcomes).toMatchObject([
    { name: "a", result: "gathered", added: 2, changed: 0 },
  ]);
  const first = await list(it);
  expect(first).toMatchObject([
    {
      title: "Bitcoin rests",
      tags: ["bitcoin"],
      source: "a",
      category: "crypto",
      publishedAt: "2026-05-10T10:00:00.000Z",
      readTime: 1,
      excerpt: "One.",
      views: 0,
      isFlash: true,
      isSample: false,
      picture: { isCategoryPicture: true, url: "/news-images/crypto.webp" },
    },
    { title: "AI in DeFi", tags: ["ai", "defi"] },
  ]);
  const { article } = await it.news.readArticle(first[0]?.id ?? "");
  expect(article).toMatchObject({
    sourceUrl: "https://e.org/1",
    content: expect.stringMatching(/^One\. .*developing story/),
  });

  expect((await it.news.gatherNews({ now: true })).outcomes).toMatchObject([
    { result: "unchanged", added: 0 },
  ]);
  server.on(
    "/a",
    rssOf(
      [{ ...items[0], title: "Bitcoin wakes" }, items[1] as (typeof items)[0]].map((item) => ({
        ...item,
        title: item.title ?? "",
      })),
    ),
  );
  expect((await it.news.gatherNews({ now: true })).outcomes).toMatchObject([
    { result: "gathered", added: 0, changed: 1, unchanged: 1 },
  ]);
  const second = await list(it);
  expect(second.map(({ id, title }) => [id, title])).toEqual([
    [first[0]?.id, "Bitcoin wakes"],
    [first[1]?.id, "AI in DeFi"],
  ]);
});

test("an article without a date, or with one that cannot be read, has the time it was first seen, once, in the feed's order", async () => {
  const feed = (extra: string) =>
    rssOf([
      { title: "A", guid: "1", date: "Seg, 24 Set 2018" },
      { title: "B", guid: "2" },
      { title: `C${extra}`, guid: "3" },
    ]);
  server.on("/a", feed(""));
  const it = await open([source("a")]);
  await it.news.gatherNews();
  const before = await list(it);
  expect(before.map(({ title }) => title)).toEqual(["A", "B", "C"]);
  it.clock.advance(600);
  server.on("/a", feed(" changed"));
  await it.news.gatherNews();
  const after = await list(it);
  expect(after.map(({ title }) => title)).toEqual(["A", "B", "C changed"]);
  expect(after.map(({ publishedAt }) => publishedAt)).toEqual(before.map(({ publishedAt }) => publishedAt));
});

test("the same story at the same address in two feeds is one article, and flash for it", async () => {
  const story = {
    title: "Chain halts",
    link: "https://e.org/halt?utm_source=one",
    date: "Sun, 10 May 2026 01:00:00 GMT",
  };
  const others = Array.from({ length: 8 }, (_, at) => ({
    title: `Other ${at}`,
    guid: `o${at}`,
    date: `Sun, 10 May 2026 0${at + 2}:00:00 GMT`,
  }));
  server.on("/a", rssOf([...others, { ...story, guid: "a1" }]));
  server.on("/b", rssOf([{ ...story, guid: "b1", link: "https://e.org/halt" }]));
  const it = await open([source("a"), source("b")], { atOnce: 1 });
  await it.news.gatherNews();
  await it.news.gatherNews({ now: true });
  const halts = (await list(it)).filter(({ title }) => title === "Chain halts");
  expect(halts).toMatchObject([{ isFlash: true }]);
});

test("conditional requests: tags and dates are sent back, and the answer 304 changes nothing", async () => {
  server.on("/a", (request, response) => {
    if (request.headers["if-none-match"] === '"v1"')
      response.writeHead(304, { "Cache-Control": "max-age=7200" }).end();
    else {
      response
        .writeHead(200, { ETag: '"v1"', "Last-Modified": "Sat, 09 May 2026 00:00:00 GMT" })
        .end(rssOf([{ title: "A" }]));
    }
  });
  const it = await open([source("a")]);
  await it.news.gatherNews();
  expect((await it.news.gatherNews({ now: true })).outcomes).toMatchObject([{ result: "unchanged" }]);
  expect(server.asked.get("/a")?.headers).toMatchObject({
    "if-none-match": '"v1"',
    "if-modified-since": "Sat, 09 May 2026 00:00:00 GMT",
  });
  // Two hours, as the answer asked, and not the usual thirty minutes.
  it.clock.advance(119);
  expect((await it.news.gatherNews()).outcomes).toEqual([]);
  it.clock.advance(2);
  expect((await it.news.gatherNews()).outcomes).toHaveLength(1);
});

test("Retry-After is honoured, failures back off and can be seen, and success ends them", async () => {
  server.on("/a", (_request, response) => response.writeHead(503, { "Retry-After": "18000" }).end());
  const it = await open([source("a")]);
  expect((await it.news.gatherNews()).outcomes).toMatchObject([
    { result: "refused", reason: "its server answered 503" },
  ]);
  it.clock.advance(299);
  expect((await it.news.gatherNews()).outcomes).toEqual([]);
  server.on("/a", "no feed");
  for (let turn = 0; turn < 4; turn += 1) await it.news.gatherNews({ now: true });
  expect(await it.news.listSources()).toMatchObject([
    {
      name: "a",
      health: "broken",
      failures: 5,
      lastError: "it is neither RSS, RDF, Atom nor JSON Feed",
      articles: 0,
    },
  ]);
  const wait = new Date(String((await sourceRow(it)).next_fetch_at)).getTime() - it.clock.now().getTime();
  // Thirty minutes, doubled four times.
  expect(wait / 60_000).toBeGreaterThanOrEqual(480);
  server.on("/a", rssOf([{ title: "A" }]));
  await it.news.gatherNews({ now: true });
  expect(await it.news.listSources()).toMatchObject([
    { health: "good", failures: 0, lastError: null, articles: 1 },
  ]);
});

test("hostile feeds are refused, each with its reason, and none of them touches another", async () => {
  const bomb =
    '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><rss><channel><item><title>&c;</title></item></channel></rss>';
  server.on("/bomb", bomb);
  server.on("/huge", (_request, response) => {
    response.writeHead(200);
    const chunk = "x".repeat(1024 * 1024);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  server.on("/drip", (_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(" "), 20);
    response.once("close", () => clearInterval(timer));
  });
  server.on("/hang", () => {});
  server.on("/loop", (_request, response) => response.writeHead(302, { Location: "/loop" }).end());
  server.on("/cut", (_request, response) => {
    response.writeHead(200, { "Content-Length": "1000" });
    response.write("<rss>");
    response.destroy();
  });
  server.on("/good", rssOf([{ title: "Good" }]));
  const names = ["bomb", "huge", "drip", "hang", "loop", "cut", "missing", "good"];
  const it = await open(
    [
      ...names.map((name) => source(name)),
      { name: "nowhere", address: "http://127.0.0.1:1/feed", category: "ai" },
    ],
    { fetchMs: 700 },
  );
  const { outcomes, hasNoWayOut } = await it.news.gatherNews();
  expect(hasNoWayOut).toBe(false);
  expect(Object.fromEntries(outcomes.map(({ name, result, reason }) => [name, reason ?? result]))).toEqual({
    bomb: "it declares entities of its own",
    huge: "it is too large",
    drip: "it took too long to answer",
    hang: "it took too long to answer",
    loop: "it redirects too often",
    cut: "it cannot be reached",
    missing: "its server answered 404",
    nowhere: "it cannot be reached",
    good: "gathered",
  });
  expect((await list(it)).map(({ title }) => title)).toEqual(["Good"]);
});

test("private addresses are refused, also behind a redirect, and so are pictures there", async () => {
  server.on("/a", rssOf([{ title: "A" }]));
  const it = await open([source("a")], { allowPrivate: false });
  expect((await it.news.gatherNews()).outcomes).toMatchObject([
    { result: "refused", reason: "its address is not on the public network", isNetwork: false },
  ]);
  expect(server.asked.size).toBe(0);
});

test("of one hundred sources ten hang, ten are huge and ten broken: the other seventy are all there", async () => {
  const huge = "x".repeat(6 * 1024 * 1024);
  const sources = Array.from({ length: 100 }, (_, at) => {
    const kind = at % 10;
    const path = `/s${at}`;
    if (kind === 3) server.on(path, () => {});
    else if (kind === 5) server.on(path, huge);
    else if (kind === 7) server.on(path, "<rss><chan");
    else
      server.on(
        path,
        rssOf([
          { title: `Story ${at}`, guid: `g${at}` },
          { title: `More ${at}`, guid: `m${at}` },
        ]),
      );
    return source(`s${at}`, path);
  });
  const it = await open(sources, { fetchMs: 1_000 });
  const { outcomes } = await it.news.gatherNews();
  const count = (result: string) => outcomes.filter((one) => one.result === result).length;
  expect([count("gathered"), count("refused")]).toEqual([70, 30]);
  expect(await it.news.countNews()).toMatchObject({ stories: 140, sources: 70 });
  // Those that failed come last the next time.
  const again: string[] = [];
  await it.news.gatherNews({ now: true, onOutcome: ({ name }) => again.push(name) });
  expect(again.slice(0, 60).every((name) => ![3, 5, 7].includes(Number(name.slice(1)) % 10))).toBe(true);
});

test("two programs on one database fetch each source once", async () => {
  const sources = Array.from({ length: 12 }, (_, at) => {
    server.on(`/s${at}`, (_request, response) => {
      setTimeout(() => response.end(rssOf([{ title: `Story ${at}` }])), 30);
    });
    return source(`s${at}`);
  });
  const it = await open(sources);
  const other = it.another();
  const runs = await Promise.all([it.news.gatherNews(), other.gatherNews(), it.news.gatherNews()]);
  expect(runs.flatMap(({ outcomes }) => outcomes)).toHaveLength(12);
  expect([...server.asked.values()].map(({ times }) => times)).toEqual(Array(12).fill(1));
  // Asked for at once, both fetch; what they bring is there once.
  await Promise.all([it.news.gatherNews({ now: true }), other.gatherNews({ now: true })]);
  expect(await list(it)).toHaveLength(12);
});

test("a source is gathered by its name, and the list's changes keep what an administrator made", async () => {
  server.on("/a", rssOf([{ title: "A" }]));
  server.on("/b", rssOf([{ title: "B" }]));
  const it = await open([source("a"), source("b")]);
  expect((await it.news.gatherNews({ source: "B", now: true })).outcomes.map(({ name }) => name)).toEqual([
    "b",
  ]);
  await it.rows(
    "update news_sources set name = 'Mine', is_enabled = false, edited_at = now() where name = 'a'",
  );
  await it.rows(
    "insert into news_sources (name, address, category) values ('own', 'https://own.example.org/', 'ai')",
  );
  await it.rows(
    "insert into news_sources (name, address, category, is_listed) values ('past', 'https://past.example.org/', 'ai', true)",
  );
  await it.news.syncSources();
  expect((await it.news.listSources()).map(({ name, isEnabled }) => [name, isEnabled])).toEqual([
    ["b", true],
    ["Mine", false],
    ["own", true],
    ["past", false],
  ]);
});

test("through a proxy the feed is what its reply contains", async () => {
  server.on("/get", (request, response) => {
    const address = new URL(request.url ?? "", server.origin).searchParams.get("url");
    const contents =
      address === "https://feeds.example.org/ai?x=1&y=2" ? rssOf([{ title: "Über" }]) : undefined;
    response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify({ contents, status: {} }));
  });
  const sources: ListedSource[] = [
    { name: "one", address: "https://feeds.example.org/ai?x=1&y=2", category: "ai" },
    { name: "two", address: "https://feeds.example.org/none", category: "ai" },
  ];
  const it = await open(sources, { proxyUrl: `${server.origin}/get?url=` });
  const { outcomes } = await it.news.gatherNews();
  expect(outcomes.map(({ name, reason }) => [name, reason]).toSorted()).toEqual([
    ["one", null],
    ["two", "the proxy's reply has no contents"],
  ]);
  expect(await list(it)).toMatchObject([{ title: "Über" }]);
});

test("where nothing can be reached the run says so, and the sample set stands until the first real article", async () => {
  const it = await open([
    { name: "nowhere", address: "http://127.0.0.1:1/feed", category: "ai" },
    source("late"),
  ]);
  server.on("/late", (_request, response) => response.destroy());
  expect((await it.news.gatherNews()).hasNoWayOut).toBe(true);
  expect(await it.news.putInSamples()).toBe(true);
  expect(await it.news.putInSamples()).toBe(true);
  const samples = await list(it);
  expect(samples.length).toBeGreaterThanOrEqual(10);
  expect(samples.every(({ isSample, title }) => isSample && /^Sample: /.test(title))).toBe(true);
  expect((await it.news.listFlash()).length).toBeGreaterThanOrEqual(3);
  it.clock.advance(60 * 24 * 30);
  await it.news.putInSamples();
  expect((await it.news.listFlash()).length).toBeGreaterThanOrEqual(3);
  expect((await it.news.countNews()).isSample).toBe(true);

  server.on("/late", rssOf([{ title: "Real" }]));
  await it.news.gatherNews({ now: true });
  expect(await list(it)).toMatchObject([{ title: "Real", isSample: false }]);
  expect(await it.news.putInSamples()).toBe(false);
  it.clock.advance(1);
  expect(await it.news.countNews()).toMatchObject({ stories: 1, sources: 1, isSample: false });
});

test("flash fades: after two days without anything new there is none", async () => {
  server.on("/a", rssOf([{ title: "A", date: "Sun, 10 May 2026 10:00:00 GMT" }]));
  const it = await open([source("a")]);
  await it.news.gatherNews();
  expect(await it.news.listFlash()).toHaveLength(1);
  it.clock.advance(60 * 47);
  await it.news.gatherNews();
  expect(await it.news.listFlash()).toEqual([]);
});
