import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NEWS_CATEGORIES } from "#core/news/categories.ts";
import { createSafeFetch } from "#server/platform/safe-fetch.ts";
import { buildRss, type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";
import { openTestNews, type TestNews } from "../testing.ts";
import { CATEGORY_IMAGE_SIZE } from "./image-urls.ts";

const localFetch = createSafeFetch({ allowPrivate: true });
const publicFetch = createSafeFetch({ allowPrivate: false });

let server: FeedServer;
let site: TestNews;
beforeEach(async () => {
  server = await startFeedServer();
  site = await openTestNews([{ name: "a", url: `${server.origin}/feed`, category: "ai" }], {
    fetchMs: 1_500,
    safeFetch: (url, request) => (url.startsWith(server.origin) ? localFetch : publicFetch)(url, request),
  });
});
afterEach(async () => {
  await site.close();
  await server.close();
});

const createImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } }).withExif({
    IFD0: { Copyright: "secret" },
  });
async function ingest(images: Record<string, string>): Promise<void> {
  server.on(
    "/feed",
    buildRss(
      Object.entries(images).map(([title, path]) => ({
        title,
        guid: title,
        image: new URL(path, server.origin).href,
      })),
    ),
  );
  await site.news.ingestNews({ force: true });
}
const listImages = async () =>
  Object.fromEntries(
    (await site.news.listNews({ category: "all", search: "", cursor: null })).items.map(
      ({ title, image }) => [title, image],
    ),
  );
const get = (path: string) => site.news.imagesHttp.request(path.replace("/news-images", ""));

test("an image is fetched once, re-encoded in two sizes, and served locally", async () => {
  server.on("/wide.jpg", await createImage(2000, 1000).jpeg().toBuffer());
  await ingest({ One: "/wide.jpg", Two: "/wide.jpg" });
  expect((await listImages()).One).toMatchObject({ isCategoryImage: true, url: "/news-images/ai.webp" });

  expect(await Promise.all([site.news.fetchImages(), site.openAnother().fetchImages()])).toEqual(
    expect.arrayContaining([
      { stored: 1, failed: 0 },
      { stored: 0, failed: 0 },
    ]),
  );
  expect(server.requests.get("/wide.jpg")?.count).toBe(1);
  const { One, Two } = await listImages();
  expect(One).toMatchObject({ isCategoryImage: false, width: 1200, height: 600 });
  expect(Two).toEqual(One);
  expect(await site.rows("select distinct image_url from news_articles")).toEqual([{ image_url: One?.url }]);

  for (const [path, width] of [
    [One?.url, 1200],
    [One?.thumbnailUrl, 480],
  ] as const) {
    const response = await get(path ?? "");
    expect(response.headers.get("Cache-Control")).toContain("immutable");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width });
    expect(bytes.includes("secret")).toBe(false);
  }

  // A later article with the same image gets it immediately.
  await ingest({ One: "/wide.jpg", Two: "/wide.jpg", Three: "/wide.jpg" });
  expect((await listImages()).Three).toEqual(One);
});

test("invalid, too small, too large or unavailable images are replaced by the category's image, and retries are limited", async () => {
  server.on("/page.jpg", "<html>not a picture</html>");
  server.on(
    "/svg.jpg",
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>1</script></svg>',
  );
  server.on("/dot.png", await createImage(40, 40).png().toBuffer());
  server.on("/bomb.png", await createImage(9000, 9000).png().toBuffer());
  server.on("/huge.jpg", Buffer.alloc(9 * 1024 * 1024));
  server.on("/hang.jpg", () => {});
  const badPaths = [
    "/page.jpg",
    "/svg.jpg",
    "/dot.png",
    "/bomb.png",
    "/huge.jpg",
    "/hang.jpg",
    "/missing.jpg",
  ];
  await ingest(Object.fromEntries(badPaths.map((path) => [path, path])));
  const counts = { stored: 0, failed: 0 };
  for (let round = 0; round < 4; round += 1) {
    const { stored, failed } = await site.news.fetchImages();
    counts.stored += stored;
    counts.failed += failed;
    site.clock.advance(60);
  }
  expect(counts).toEqual({ stored: 0, failed: 9 });
  expect(Object.values(await listImages()).every(({ isCategoryImage }) => isCategoryImage)).toBe(true);
  expect(await site.rows("select distinct state from news_images")).toEqual([{ state: "failed" }]);
  expect(await site.news.fetchImages()).toEqual({ stored: 0, failed: 0 });
});

test("only failures that may be temporary are retried", async () => {
  const respondWith = (status: number) =>
    server.on(`/${status}.jpg`, (_, response) => response.writeHead(status).end());
  for (const status of [403, 410, 429, 500, 503]) respondWith(status);
  server.on("/page.jpg", "<html>not a picture</html>");
  server.on("/huge.jpg", Buffer.alloc(9 * 1024 * 1024));
  server.on("/loop.jpg", (_, response) => response.writeHead(302, { Location: "/loop.jpg" }).end());
  server.on("/hang.jpg", () => {});
  server.on("/broken.jpg", (request) => request.socket.destroy());
  const expectedAttempts = {
    "http://10.0.0.1/private.jpg": 1,
    "/403.jpg": 1,
    "/404.jpg": 1,
    "/410.jpg": 1,
    "/page.jpg": 1,
    "/huge.jpg": 1,
    "/loop.jpg": 1,
    "/429.jpg": 3,
    "/500.jpg": 3,
    "/503.jpg": 3,
    "/hang.jpg": 3,
    "/broken.jpg": 3,
  };
  await ingest(Object.fromEntries(Object.keys(expectedAttempts).map((path) => [path, path])));
  for (let round = 0; round < 4; round += 1) {
    await site.news.fetchImages();
    site.clock.advance(60);
  }
  const rows = await site.rows<{ url: string; attempts: number; state: string }>(
    "select address as url, attempts, state from news_images",
  );
  expect(rows.every(({ state }) => state === "failed")).toBe(true);
  expect(Object.fromEntries(rows.map((row) => [row.url.replace(server.origin, ""), row.attempts]))).toEqual(
    expectedAttempts,
  );
});

test("an image whose server fails temporarily is stored by a retry", async () => {
  server.on("/late.jpg", (_, response) => response.writeHead(503).end());
  await ingest({ One: "/late.jpg" });
  expect(await site.news.fetchImages()).toEqual({ stored: 0, failed: 1 });
  server.on("/late.jpg", await createImage(400, 200).jpeg().toBuffer());
  expect(await site.news.fetchImages()).toEqual({ stored: 0, failed: 0 });
  site.clock.advance(60);
  expect(await site.news.fetchImages()).toEqual({ stored: 1, failed: 0 });
  expect((await listImages()).One).toMatchObject({ isCategoryImage: false, width: 400 });
});

test("every category has a built-in image in both sizes; a missing stored image is replaced, and other names are not found", async () => {
  for (const category of NEWS_CATEGORIES) {
    for (const [name, width] of [
      [category, CATEGORY_IMAGE_SIZE.width],
      [`${category}-small`, 480],
    ] as const) {
      const response = await get(`/${name}.webp`);
      expect(response.status).toBe(200);
      expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
        format: "webp",
        width,
      });
    }
  }
  for (const name of ["nope.webp", "ai.png", "..%2f..%2fpackage.json", "all.webp", "ai-large.webp"]) {
    expect((await get(`/${name}`)).status).toBe(404);
  }
  // This could be the ID of a stored image, but there is no file for it.
  const missingImage = await get("/4b998ab9-bb3f-4fdb-bcf6-6e5a65755d44.webp");
  expect([missingImage.status, missingImage.headers.get("Cache-Control")]).toEqual([200, "no-cache"]);
});
