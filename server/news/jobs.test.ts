import { afterEach, beforeEach, expect, test } from "vitest";
import { createDiskStore } from "#server/files/index.ts";
import { createJobs, type Jobs } from "#server/platform/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { buildRss, type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";
import { createNews, type News } from "./index.ts";
import { openTestNews, type TestNews } from "./testing.ts";

let server: FeedServer;
let site: TestNews;
const runningJobs: Jobs[] = [];
beforeEach(async () => {
  loggedLines.length = 0;
  server = await startFeedServer();
});
afterEach(async () => {
  await Promise.all(runningJobs.splice(0).map((jobs) => jobs.stop()));
  await site.close();
  await server.close();
});

const loggedLines: string[] = [];
const log = createLog("warn", { write: (line: string) => loggedLines.push(line) });

/** Starts the jobs of one process. */
function start(news: News): Jobs {
  const jobs = createJobs({ pool: site.database.pool, log, pollSeconds: 0.5 });
  news.addJobs(jobs);
  jobs.start();
  runningJobs.push(jobs);
  return jobs;
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(
    `The condition was not met: ${JSON.stringify({ sources: await site.sources(), loggedLines })}`,
  );
}

test("two processes share the jobs: each source is fetched once, and both stop cleanly", async () => {
  const sources = Array.from({ length: 6 }, (_, index) => {
    server.on(`/s${index}`, buildRss([{ title: `Story ${index}` }]));
    return { name: `s${index}`, url: `${server.origin}/s${index}`, category: "crypto" as const };
  });
  site = await openTestNews(sources, { log });
  const jobRunners = [start(site.news), start(site.openAnother())];
  // The next scheduled run may be a minute away, so the job is triggered.
  await waitUntil(async () => {
    for (const jobs of jobRunners) await jobs.send("news-look", {}, "now").catch(() => {});
    return (await site.news.listNews({ category: "all", search: "", cursor: null })).items.length === 6;
  });
  expect([...server.requests.values()].map(({ count }) => count)).toEqual(Array(6).fill(1));
  await Promise.all(jobRunners.map((jobs) => jobs.stop()));
  expect(loggedLines).toEqual([]);
});

test("a machine without network access logs the problem once and shows samples", async () => {
  site = await openTestNews([{ name: "nowhere", url: "http://127.0.0.1:1/feed", category: "ai" }], {
    log,
  });
  const jobs = start(site.news);
  for (const failureCount of [1, 2, 3]) {
    await waitUntil(async () => {
      await jobs.send("news-look", {}, "now").catch(() => {});
      return ((await site.sources())[0]?.failures ?? 0) >= failureCount;
    });
    site.clock.advance(24 * 60);
  }
  await jobs.stop();
  expect((await site.news.countNews()).isSample).toBe(true);
  expect(loggedLines.filter((line) => line.includes("no news source can be reached"))).toHaveLength(1);
});

test("nothing is fetched and no job tables are created when polling is off", async () => {
  site = await openTestNews([{ name: "a", url: `${server.origin}/a`, category: "ai" }]);
  let fetchCount = 0;
  const countFetch = () => {
    fetchCount += 1;
    return Promise.reject(new Error("something was fetched"));
  };
  const news = createNews({
    database: site.database,
    clock: site.clock,
    log: createLog("silent"),
    safeFetch: countFetch,
    proxyFetch: countFetch,
    forum: site.forum,
    origin: "http://lattice.example",
    files: createDiskStore("/nonexistent"),
    settings: { sources: [], pollMinutes: null, proxyUrl: null },
  });
  const jobs = start(news);
  await jobs.stop();
  expect(fetchCount).toBe(0);
  expect(await site.rows("select 1 from pg_namespace where nspname = 'jobs'")).toEqual([]);
  await news.close();
});
