import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseFeed } from "feedsmith";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "#server/app.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { buildRss, type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";

let database: TestDatabase;
let server: FeedServer;
let folder: string;
let app: App;
let get: (path: string, headers?: Record<string, string>) => Promise<Response>;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startFeedServer();
  folder = await mkdtemp(join(tmpdir(), "lattice-news-mounts-"));
  const edge = await createEdge({
    database,
    environment: {
      PUBLIC_URL: "https://site.test",
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      FEED_ALLOW_PRIVATE: "on",
      NEWS_POLL_MINUTES: "off",
    },
  });
  app = edge.app;
  get = async (path, headers = {}) => edge.http.request(`https://site.test${path}`, { headers });
});
afterAll(async () => {
  await app.news.close();
  await server.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("ingested articles appear in our own feed, but samples don't", async () => {
  await app.news.addSamples();
  expect(parseFeed(await (await get("/feeds/news.xml")).text()).feed).not.toHaveProperty("entries");

  server.on(
    "/feed",
    buildRss([{ title: "Chips & <b>chains</b>", guid: "1", description: "About &lt;both&gt;." }]),
  );
  await database.pool.query(
    "insert into news_sources (name, url, category) values ('Source', $1, 'quantum')",
    [`${server.origin}/feed`],
  );
  await app.news.ingestNews({ source: "Source", force: true });
  const [{ id } = { id: "" }] = (await app.news.listNews({ category: "all", search: "", cursor: null }))
    .items;
  for (const name of ["news", "quantum"]) {
    const response = await get(`/feeds/${name}.xml`);
    expect(response.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
    expect(parseFeed(await response.text()).feed).toMatchObject({
      entries: [
        {
          id: `https://site.test/news/${id}`,
          title: { value: "Chips & chains" },
          summary: { value: "About <both>." },
          authors: [{ name: "Anonymous, Source" }],
        },
      ],
    });
  }
  const sitemap = await get("/sitemap.xml");
  expect(sitemap.headers.get("Content-Type")).toContain("application/xml");
  expect(await sitemap.text()).toContain(`<loc>https://site.test/news/${id}</loc>`);
});

test("a feed reader with a current copy gets a 304", async () => {
  const etag = (await get("/feeds/news.xml")).headers.get("ETag") ?? "";
  expect(etag).not.toBe("");
  const secondResponse = await get("/feeds/news.xml", { "If-None-Match": etag });
  expect([secondResponse.status, await secondResponse.text()]).toEqual([304, ""]);
});

test("images, robots.txt and missing files get correct responses", async () => {
  const picture = await get("/news-images/quantum.webp");
  expect([
    picture.status,
    picture.headers.get("Content-Type"),
    picture.headers.get("X-Content-Type-Options"),
  ]).toEqual([200, "image/webp", "nosniff"]);
  expect((await get("/news-images/none.webp")).status).toBe(404);
  expect((await get("/feeds/none.xml")).status).toBe(404);
  expect(await (await get("/robots.txt")).text()).toContain("Sitemap: https://site.test/sitemap.xml");
});
