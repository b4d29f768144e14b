import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ListedSource } from "#core/news/sources.ts";
import { createForum, type Forum } from "#server/forum/index.ts";
import { createLog, type Log } from "#server/platform/log.ts";
import { createSafeFetch } from "#server/platform/safe-fetch.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createNews, type News } from "./index.ts";

export interface TestNews {
  readonly database: TestDatabase;
  readonly forum: Forum;
  readonly news: News;
  readonly clock: { now(): Date; set(time: Date): void; advance(minutes: number): void };
  /** A second program on the same database. */
  another(): News;
  /** The rows that a statement gives. */
  rows<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** News on a database of its own, with these sources and a clock that a test sets. */
export async function openTestNews(
  sources: readonly ListedSource[] = [],
  {
    allowPrivate = true,
    fetchMs = 2_000,
    atOnce = 8,
    proxyUrl = null,
    log = createLog("silent"),
  }: { allowPrivate?: boolean; fetchMs?: number; atOnce?: number; proxyUrl?: string | null; log?: Log } = {},
): Promise<TestNews> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "lattice-news-"));
  let time = new Date("2026-05-10T12:00:00.000Z");
  const clock = {
    now: () => time,
    set(at: Date) {
      time = at;
    },
    advance(minutes: number) {
      time = new Date(time.getTime() + minutes * 60_000);
    },
  };
  const forum = createForum({ database, clock, limits: null });
  const programs: News[] = [];
  const open = () => {
    const news = createNews({
      database,
      clock,
      log,
      safeFetch: createSafeFetch({ allowPrivate }),
      proxyFetch: createSafeFetch({ allowPrivate: true }),
      forum,
      origin: "http://lattice.example",
      dataDir,
      settings: { sources, pollMinutes: 30, proxyUrl, fetchMs, atOnce },
    });
    programs.push(news);
    return news;
  };
  const news = open();
  await news.syncSources();
  return {
    database,
    forum,
    news,
    clock,
    another: open,
    async rows<Row extends object>(statement: string, values: unknown[] = []) {
      return (await database.pool.query(statement, values)).rows as Row[];
    },
    async close() {
      for (const program of programs) await program.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server of feeds on this machine: each path answers as it is told, and what was asked is kept. */
export interface FeedServer {
  readonly origin: string;
  /** How often each path was asked, and the headers of the last time. */
  readonly asked: Map<string, { times: number; headers: Record<string, unknown> }>;
  on(path: string, listener: RequestListener | string | Buffer): void;
  close(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  const listeners = new Map<string, RequestListener>();
  const asked: FeedServer["asked"] = new Map();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.set(path, { times: (asked.get(path)?.times ?? 0) + 1, headers: request.headers });
    const listener = listeners.get(path) ?? listeners.get(path.split("?")[0] ?? "");
    if (listener) listener(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    on(path, listener) {
      listeners.set(
        path,
        typeof listener === "function"
          ? listener
          : (_request, response) => {
              response.writeHead(200, { "Content-Type": "application/xml" }).end(listener);
            },
      );
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface TestItem {
  readonly title: string;
  readonly guid?: string;
  readonly link?: string;
  readonly date?: string;
  readonly description?: string;
  readonly image?: string;
}

/** RSS 2.0 with these items. */
export function rssOf(items: readonly TestItem[]): string {
  const element = (name: string, text: string | undefined) =>
    text === undefined ? "" : `<${name}><![CDATA[${text}]]></${name}>`;
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Test</title>${items
    .map(
      ({ title, guid, link, date, description, image }) =>
        `<item>${element("title", title)}${element("guid", guid)}${element("link", link)}${element("pubDate", date)}${element("description", description)}${
          image ? `<enclosure url="${image}" type="image/jpeg" length="1"/>` : ""
        }</item>`,
    )
    .join("")}</channel></rss>`;
}
