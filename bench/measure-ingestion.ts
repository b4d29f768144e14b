import type { ListedSource } from "#core/news/sources.ts";
import { type Database, openDatabase } from "#server/database/index.ts";
import { createDiskStore } from "#server/files/index.ts";
import { createFeedReader, createNews, type News } from "#server/news/index.ts";
import { createLog } from "#server/platform/log.ts";
import type { SafeFetch } from "#server/platform/safe-fetch.ts";
import type { Bench } from "./bench.ts";
import type { Figure } from "./figure.ts";

const FEED_COUNT = 40;
const ITEMS_PER_FEED = 50;

/** Measures how many items per second are read from feeds, and how many are stored. */
export async function measureIngestion(bench: Bench, dataDir: string): Promise<Figure[]> {
  return [await measureReading(bench), ...(await measureStoring(bench, dataDir))];
}

async function measureReading(bench: Bench): Promise<Figure> {
  bench.log(`News: reading ${FEED_COUNT} feeds of ${ITEMS_PER_FEED} items`);
  const reader = createFeedReader();
  bench.addCleanup(() => reader.close());
  const bytes = new TextEncoder().encode(buildFeed(ITEMS_PER_FEED));
  const feed = {
    bytes,
    contentType: "application/rss+xml",
    url: "https://e.org/feed",
    now: new Date().toISOString(),
  };
  await reader.read(feed);
  const startedAt = performance.now();
  let itemCount = 0;
  for (let index = 0; index < FEED_COUNT; index += 1) itemCount += (await reader.read(feed)).items.length;
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    label: `items read per second, ${Math.round(bytes.length / ITEMS_PER_FEED / 100) / 10} kB each`,
    measured: `${Math.round(itemCount / seconds).toLocaleString("en")}, on a separate thread`,
  };
}

/**
 * Measures everything from a feed's bytes to rows: decoding, parsing, cleaning, tagging, deduplicating, storing and
 * indexing, with eight feeds in parallel.
 */
async function measureStoring(bench: Bench, dataDir: string): Promise<Figure[]> {
  bench.log(`News: ingesting ${FEED_COUNT} feeds of ${ITEMS_PER_FEED} items`);
  const database = openDatabase({
    url: await bench.databases.create(0),
    log: createLog("silent"),
    maxConnections: 10,
  });
  const buildUrl = (feed: number) => `https://feed-${feed}.example.org/`;
  let title = "";
  const news = openNews(database, dataDir, {
    sources: Array.from({ length: FEED_COUNT }, (_, index) => ({
      name: `Feed ${index}`,
      url: buildUrl(index),
      category: "crypto" as const,
    })),
    safeFetch: async (url) => ({
      url,
      status: 200,
      headers: {},
      body: Buffer.from(buildFeed(ITEMS_PER_FEED, url).replace("<title>T", `<title>${title}`)),
    }),
  });
  bench.addCleanup(async () => {
    await news.close();
    await database.close();
  });
  await news.syncSources();
  const figures: Figure[] = [];
  for (const kind of ["new", "seen again, one in ten changed"]) {
    title = kind;
    const startedAt = performance.now();
    const { outcomes } = await news.ingestNews({ force: true });
    const seconds = (performance.now() - startedAt) / 1000;
    const itemCount = outcomes.reduce(
      (total, { added, changed, unchanged }) => total + added + changed + unchanged,
      0,
    );
    figures.push({
      label: `items a second from bytes to rows, ${kind}`,
      measured: `${Math.round(itemCount / seconds).toLocaleString("en")} (${itemCount} in ${seconds.toFixed(1)} s)`,
    });
    await database.pool.query(
      "update public.news_articles set content_digest = 'else', title = 'Changed' where identity ~ '0$'",
    );
  }
  return figures;
}

function buildFeed(itemCount: number, site = "https://e.org/"): string {
  const paragraph = `<p>Words &amp; <a href="https://e.org/">links</a> of an <b>article</b> about a chain. ${"It goes on. ".repeat(30)}</p>`;
  return `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title>${Array.from(
    { length: itemCount },
    (_, index) =>
      `<item><title>Story number ${index}</title><guid>${index}</guid><link>${site}${index}?utm_source=x</link><pubDate>Sun, 10 May 2026 10:00:00 GMT</pubDate><description><![CDATA[${paragraph}]]></description><content:encoded><![CDATA[${paragraph.repeat(5)}<img src="https://e.org/${index}.jpg">]]></content:encoded></item>`,
  ).join("")}</channel></rss>`;
}

const rejectFetch = () => Promise.reject(new Error("no network access in this benchmark"));

/** Creates a news module that fetches with `safeFetch`. Without it, the module has no network access. */
export function openNews(
  database: Database,
  dataDir: string,
  { sources = [], safeFetch = rejectFetch }: { sources?: readonly ListedSource[]; safeFetch?: SafeFetch },
): News {
  return createNews({
    database,
    log: createLog("silent"),
    clock: { now: () => new Date() },
    safeFetch,
    proxyFetch: rejectFetch,
    forum: { createPost: rejectFetch },
    origin: "http://127.0.0.1",
    files: createDiskStore(dataDir),
    settings: { sources, pollMinutes: null, proxyUrl: null },
  });
}
