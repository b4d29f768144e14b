import { createServer } from "node:http";
import { expect, test } from "vitest";
import type { ListedSource } from "#core/news/sources.ts";
import { createSafeFetch } from "#server/platform/safe-fetch.ts";
import { buildRss } from "#server/testing/feed-server.ts";
import { setUpTestFeeds } from "../testing.ts";

const feeds = setUpTestFeeds();
const { open, source, list } = feeds;

test("hostile feeds fail with a reason and don't affect others", async () => {
  const bomb =
    '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><rss><channel><item><title>&c;</title></item></channel></rss>';
  feeds.server.on("/bomb", bomb);
  feeds.server.on("/huge", (_request, response) => {
    response.writeHead(200);
    const chunk = "x".repeat(1024 * 1024);
    const writeChunks = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once("drain", writeChunks);
    };
    writeChunks();
  });
  feeds.server.on("/drip", (_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(" "), 20);
    response.once("close", () => clearInterval(timer));
  });
  feeds.server.on("/hang", () => {});
  feeds.server.on("/loop", (_request, response) => response.writeHead(302, { Location: "/loop" }).end());
  feeds.server.on("/cut", (_request, response) => {
    response.writeHead(200, { "Content-Length": "1000" });
    response.write("<rss>");
    response.destroy();
  });
  feeds.server.on("/good", buildRss([{ title: "Good" }]));
  const names = ["bomb", "huge", "drip", "hang", "loop", "cut", "missing", "good"];
  const site = await open(
    [
      ...names.map((name) => source(name)),
      { name: "nowhere", url: "http://127.0.0.1:1/feed", category: "ai" },
    ],
    { fetchMs: 5_000 },
  );
  const { outcomes, isOffline } = await site.news.ingestNews();
  expect(isOffline).toBe(false);
  expect(Object.fromEntries(outcomes.map(({ name, result, reason }) => [name, reason ?? result]))).toEqual({
    bomb: "it declares custom entities",
    huge: "it is too large",
    drip: "it took too long to respond",
    hang: "it took too long to respond",
    loop: "it redirects too often",
    cut: "the server can't be reached",
    missing: "its server responded with 404",
    nowhere: "the server can't be reached",
    good: "ingested",
  });
  expect((await list(site)).map(({ title }) => title)).toEqual(["Good"]);
});

test("private IP addresses are rejected, even after a redirect and for images", async () => {
  // Simulates a public server: no other test uses this IP address and port.
  const publicOrigin = "http://127.0.0.8:8080";
  const privateOrigin = feeds.server.origin;
  const server = createServer((request, response) => {
    if (request.url === "/away") response.writeHead(302, { Location: `${privateOrigin}/a` }).end();
    else if (request.url === "/file") response.writeHead(302, { Location: "file:///etc/passwd" }).end();
    else response.end(buildRss([{ title: "Good", image: `${privateOrigin}/p.jpg` }]));
  });
  await new Promise<void>((resolve) => server.listen(8080, "127.0.0.8", resolve));
  try {
    const buildSource = (name: string, url: string) => ({ name, url, category: "ai" as const });
    const site = await open(
      [
        buildSource("good", `${publicOrigin}/good`),
        buildSource("away", `${publicOrigin}/away`),
        buildSource("file", `${publicOrigin}/file`),
        buildSource("direct", `${privateOrigin}/a`),
        buildSource("metadata", "http://169.254.169.254/latest"),
      ],
      { safeFetch: createSafeFetch({ allowPrivate: false, isPublic: (address) => address === "127.0.0.8" }) },
    );
    const { outcomes } = await site.news.ingestNews();
    const reasons = Object.fromEntries(
      outcomes.map(({ name, reason, isNetworkError }) => [name, [reason, isNetworkError]]),
    );
    const forbiddenOutcome = ["its URL isn't publicly reachable", false];
    expect(reasons).toEqual({
      good: [null, false],
      away: forbiddenOutcome,
      file: [expect.any(String), false],
      direct: forbiddenOutcome,
      metadata: forbiddenOutcome,
    });
    for (let round = 0; round < 4; round += 1) {
      await site.news.fetchImages();
      site.clock.advance(60);
    }
    expect(await site.rows("select state from news_images")).toEqual([{ state: "failed" }]);
    expect(await list(site)).toMatchObject([{ title: "Good", image: { isCategoryImage: true } }]);
    expect(feeds.server.requests.size).toBe(0);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("with ten hanging, ten huge and ten broken sources, the other seventy wait for at most two timeouts", async () => {
  const [fetchMs, concurrency, hangingCount] = [6_000, 8, 10];
  const hugeBody = "x".repeat(6 * 1024 * 1024);
  const hangingRequests: { from: number; to: number }[] = [];
  const sources = Array.from({ length: 100 }, (_, index) => {
    const kind = index % 10;
    const path = `/s${index}`;
    if (kind === 3)
      feeds.server.on(path, (_request, response) => {
        const hangingRequest = { from: performance.now(), to: Number.POSITIVE_INFINITY };
        hangingRequests.push(hangingRequest);
        response.once("close", () => {
          hangingRequest.to = performance.now();
        });
      });
    else if (kind === 5) feeds.server.on(path, hugeBody);
    else if (kind === 7) feeds.server.on(path, "<rss><chan");
    else
      feeds.server.on(
        path,
        buildRss([
          { title: `Story ${index}`, guid: `g${index}` },
          { title: `More ${index}`, guid: `m${index}` },
        ]),
      );
    return source(`s${index}`, path);
  });
  const site = await open(sources, { fetchMs, concurrency });
  // The worst case: sources that hang come first.
  await site.rows(
    "update public.news_sources set next_fetch_at = next_fetch_at - interval '1 hour' where name ~ '3$'",
  );
  const { outcomes } = await site.news.ingestNews();
  const countOutcomes = (result: string) => outcomes.filter((outcome) => outcome.result === result).length;
  expect([countOutcomes("ingested"), countOutcomes("failed")]).toEqual([70, 30]);
  expect(await site.news.countNews()).toMatchObject({ articles: 140, sources: 70 });
  // At most eight of the ten hanging sources are fetched at once, so there are two timeouts in a row, not three.
  expect(hangingRequests).toHaveLength(hangingCount);
  const countConsecutive = (after: number): number =>
    Math.max(
      0,
      ...hangingRequests.filter(({ from }) => from >= after).map(({ to }) => 1 + countConsecutive(to)),
    );
  expect(countConsecutive(0)).toBe(Math.ceil(hangingCount / concurrency));

  // Failed sources come last next time.
  for (let index = 3; index < 100; index += 10) feeds.server.on(`/s${index}`, "");
  const refetchedNames: string[] = [];
  await site.news.ingestNews({ force: true, onOutcome: ({ name }) => refetchedNames.push(name) });
  expect(refetchedNames).toHaveLength(100);
  expect(refetchedNames.slice(0, 60).every((name) => ![3, 5, 7].includes(Number(name.slice(1)) % 10))).toBe(
    true,
  );
});

test("two processes on one database fetch each source once", async () => {
  const sources = Array.from({ length: 12 }, (_, index) => {
    feeds.server.on(`/s${index}`, (_request, response) => {
      setTimeout(() => response.end(buildRss([{ title: `Story ${index}` }])), 30);
    });
    return source(`s${index}`);
  });
  const site = await open(sources);
  const otherNews = site.openAnother();
  const runs = await Promise.all([site.news.ingestNews(), otherNews.ingestNews(), site.news.ingestNews()]);
  expect(runs.flatMap(({ outcomes }) => outcomes)).toHaveLength(12);
  expect([...feeds.server.requests.values()].map(({ count }) => count)).toEqual(Array(12).fill(1));
  // Both forced runs fetch the feeds, but the articles are stored once.
  await Promise.all([site.news.ingestNews({ force: true }), otherNews.ingestNews({ force: true })]);
  expect(await list(site)).toHaveLength(12);
});

test("the feed is read from a proxy's response", async () => {
  feeds.server.on("/get", (request, response) => {
    const url = new URL(request.url ?? "", feeds.server.origin).searchParams.get("url");
    if (url === "https://feeds.example.org/failed") return void response.writeHead(502).end();
    if (url === "https://feeds.example.org/html") return void response.end("<p>Not found</p>");
    const contents =
      url === "https://feeds.example.org/ai?x=1&y=2" ? buildRss([{ title: "Über" }]) : undefined;
    response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify({ contents, status: {} }));
  });
  const sources: ListedSource[] = [
    { name: "one", url: "https://feeds.example.org/ai?x=1&y=2", category: "ai" },
    { name: "two", url: "https://feeds.example.org/none", category: "ai" },
    { name: "three", url: "https://feeds.example.org/failed", category: "ai" },
    { name: "four", url: "https://feeds.example.org/html", category: "ai" },
  ];
  const site = await open(sources, { proxyUrl: `${feeds.server.origin}/get?url=` });
  const { outcomes } = await site.news.ingestNews();
  expect(outcomes.map(({ name, reason }) => [name, reason]).toSorted()).toEqual([
    ["four", "the proxy's response isn't JSON"],
    ["one", null],
    ["three", "the proxy responded with 502"],
    ["two", "the proxy's response has no contents field"],
  ]);
  expect(await list(site)).toMatchObject([{ title: "Über" }]);
});

test("a proxy's redirects aren't followed, so they can't lead into the private network", async () => {
  feeds.server.on("/moved", (_request, response) => response.writeHead(302, { Location: "/inner" }).end());
  feeds.server.on("/inner", JSON.stringify({ contents: buildRss([{ title: "Inner" }]) }));
  const site = await open([source("a")], { proxyUrl: `${feeds.server.origin}/moved?url=` });
  const { outcomes } = await site.news.ingestNews();
  expect(outcomes).toMatchObject([{ result: "failed", reason: "it redirects too often" }]);
  expect(feeds.server.requests.has("/inner")).toBe(false);
});

test("a run without network access reports the problem, and samples are shown until the first real article", async () => {
  const site = await open([
    { name: "nowhere", url: "http://127.0.0.1:1/feed", category: "ai" },
    source("late"),
  ]);
  feeds.server.on("/late", (_request, response) => response.destroy());
  expect((await site.news.ingestNews()).isOffline).toBe(true);
  expect((await site.news.ingestNews({ source: "nowhere", force: true })).isOffline).toBe(false);
  expect(await site.news.addSamples()).toBe(true);
  expect(await site.news.addSamples()).toBe(true);
  const samples = await list(site);
  expect(samples.length).toBeGreaterThanOrEqual(10);
  expect(samples.every(({ isSample, title }) => isSample && /^Sample: /.test(title))).toBe(true);
  expect((await site.news.readHomeNews(null)).flash.length).toBeGreaterThanOrEqual(3);
  site.clock.advance(60 * 24 * 30);
  await site.news.addSamples();
  expect((await site.news.readHomeNews(null)).flash.length).toBeGreaterThanOrEqual(3);
  expect((await site.news.countNews()).isSample).toBe(true);

  feeds.server.on("/late", buildRss([{ title: "Real" }]));
  await site.news.ingestNews({ force: true });
  expect(await list(site)).toMatchObject([{ title: "Real", isSample: false }]);
  expect(await site.news.addSamples()).toBe(false);
  site.clock.advance(1);
  expect(await site.news.countNews()).toMatchObject({ articles: 1, sources: 1, isSample: false });
});

test("there is no flash news after two days without new articles", async () => {
  feeds.server.on("/a", buildRss([{ title: "A", date: "Sun, 10 May 2026 10:00:00 GMT" }]));
  const site = await open([source("a")]);
  await site.news.ingestNews();
  expect((await site.news.readHomeNews(null)).flash).toHaveLength(1);
  site.clock.advance(60 * 47);
  await site.news.ingestNews();
  expect((await site.news.readHomeNews(null)).flash).toEqual([]);
});
