import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { ListedSource } from "#core/news/sources.ts";
import { createForum } from "#server/forum/index.ts";
import { createLog, type Log } from "#server/platform/log.ts";
import { createSafeFetch, type SafeFetch } from "#server/platform/safe-fetch.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";
import { chooseTestFiles } from "#server/testing/files.ts";
import { insertMember } from "#server/testing/members.ts";
import { createFeedReader, createNews, type News } from "./index.ts";

/** Both administrators exist in every database that openTestNews creates. */
export const ADMINISTRATOR: Member = {
  id: randomUUID(),
  username: "admin",
  email: "admin@example.org",
  avatarUrl: null,
  isVerified: true,
  role: "admin",
  sessionId: randomUUID(),
};

export const OTHER_ADMINISTRATOR: Member = { ...ADMINISTRATOR, id: randomUUID(), username: "other" };

/** Shared by all tests in this process, because starting its thread is slow. Ends when idle. */
const reader = createFeedReader();

/** Opens the news module on a test database, with a clock that can be set. */
export async function openTestNews(
  sources: readonly ListedSource[] = [],
  {
    allowPrivate = true,
    safeFetch = createSafeFetch({ allowPrivate }),
    fetchMs = 2_000,
    concurrency = 8,
    proxyUrl = null,
    log = createLog("silent"),
  }: {
    allowPrivate?: boolean;
    safeFetch?: SafeFetch;
    fetchMs?: number;
    concurrency?: number;
    proxyUrl?: string | null;
    log?: Log;
  } = {},
) {
  const database = await createTestDatabase();
  for (const { id, username } of [ADMINISTRATOR, OTHER_ADMINISTRATOR])
    await insertMember(database, username, { id, role: "admin" });
  const dataDir = await mkdtemp(join(tmpdir(), "lattice-news-"));
  const files = chooseTestFiles();
  let time = new Date("2026-05-10T12:00:00.000Z");
  const clock = {
    now: () => time,
    set(newTime: Date) {
      time = newTime;
    },
    advance(minutes: number) {
      time = new Date(time.getTime() + minutes * 60_000);
    },
  };
  const forum = createForum({ database, clock, limits: null });
  const openModules: News[] = [];
  const openModule = () => {
    const news = createNews({
      database,
      clock,
      log,
      safeFetch,
      proxyFetch: createSafeFetch({ allowPrivate: true }),
      forum,
      origin: "http://lattice.example",
      files: files.open(dataDir),
      reader: { read: reader.read, close: async () => {} },
      settings: { sources, pollMinutes: 30, proxyUrl, fetchMs, concurrency },
    });
    openModules.push(news);
    return news;
  };
  const news = openModule();
  await news.syncSources();
  return {
    database,
    forum,
    news,
    clock,
    /** Opens the module again, like a second process on the same database. */
    openAnother: openModule,
    sources: () => news.listSources(ADMINISTRATOR),
    async rows<Row extends object>(statement: string, values: unknown[] = []) {
      return (await database.pool.query(statement, values)).rows as Row[];
    },
    async close() {
      for (const module of openModules) await module.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestNews = Awaited<ReturnType<typeof openTestNews>>;

/** Starts a feed server for each test, and closes every opened TestNews afterwards. */
export function setUpTestFeeds() {
  let server: FeedServer;
  const openedNews: TestNews[] = [];
  beforeEach(async () => {
    server = await startFeedServer();
  });
  afterEach(async () => {
    for (const testNews of openedNews.splice(0)) await testNews.close();
    await server.close();
  });
  return {
    get server(): FeedServer {
      return server;
    },
    source: (
      name: string,
      path = `/${name}`,
      category: ListedSource["category"] = "crypto",
    ): ListedSource => ({ name, url: `${server.origin}${path}`, category }),
    async open(sources: readonly ListedSource[], options?: Parameters<typeof openTestNews>[1]) {
      const testNews = await openTestNews(sources, options);
      openedNews.push(testNews);
      return testNews;
    },
    list: async ({ news }: TestNews) =>
      (await news.listNews({ category: "all", search: "", cursor: null })).items,
  };
}
