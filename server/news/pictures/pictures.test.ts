import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NEWS_CATEGORIES } from "#core/news/categories.ts";
import { buildRss, type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";
import { openTestNews, type TestNews } from "../testing.ts";
import { CATEGORY_PICTURE } from "./picture-urls.ts";

let server: FeedServer;
let it: TestNews;
beforeEach(async () => {
  server = await startFeedServer();
  it = await openTestNews([{ name: "a", address: `${server.origin}/feed`, category: "ai" }], {
    fetchMs: 1_500,
  });
});
afterEach(async () => {
  await it.close();
  await server.close();
});

const createPicture = (width: number, height: number) =>
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
        image: `${server.origin}${path}`,
      })),
    ),
  );
  await it.news.ingestNews({ now: true });
}
const pictures = async () =>
  Object.fromEntries(
    (await it.news.listNews({ category: "all", search: "", cursor: null })).items.map(
      ({ title, picture }) => [title, picture],
    ),
  );
const get = (path: string) => it.news.pictures.request(path.replace("/news-images", ""));

test("a picture is fetched once, re-encoded in two sizes, and served locally", async () => {
  server.on("/wide.jpg", await createPicture(2000, 1000).jpeg().toBuffer());
  await ingest({ One: "/wide.jpg", Two: "/wide.jpg" });
  expect((await pictures()).One).toMatchObject({ isCategoryPicture: true, url: "/news-images/ai.webp" });

  expect(await Promise.all([it.news.fetchPictures(), it.another().fetchPictures()])).toEqual(
    expect.arrayContaining([
      { stored: 1, failed: 0 },
      { stored: 0, failed: 0 },
    ]),
  );
  expect(server.requests.get("/wide.jpg")?.times).toBe(1);
  const { One, Two } = await pictures();
  expect(One).toMatchObject({ isCategoryPicture: false, width: 1200, height: 600 });
  expect(Two).toEqual(One);
  expect(await it.rows("select distinct image_url from news_articles")).toEqual([{ image_url: One?.url }]);

  for (const [path, width] of [
    [One?.url, 1200],
    [One?.thumbnailUrl, 480],
  ] as const) {
    const answer = await get(path ?? "");
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width });
    expect(bytes.includes("secret")).toBe(false);
  }

  // A later article with the same picture gets it immediately.
  await ingest({ One: "/wide.jpg", Two: "/wide.jpg", Three: "/wide.jpg" });
  expect((await pictures()).Three).toEqual(One);
});

test("invalid, too small, too large or unavailable pictures fall back to the category's, and retries are limited", async () => {
  server.on("/page.jpg", "<html>not a picture</html>");
  server.on(
    "/svg.jpg",
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>1</script></svg>',
  );
  server.on("/dot.png", await createPicture(40, 40).png().toBuffer());
  server.on("/bomb.png", await createPicture(9000, 9000).png().toBuffer());
  server.on("/huge.jpg", Buffer.alloc(9 * 1024 * 1024));
  server.on("/hang.jpg", () => {});
  const bad = ["/page.jpg", "/svg.jpg", "/dot.png", "/bomb.png", "/huge.jpg", "/hang.jpg", "/missing.jpg"];
  await ingest(Object.fromEntries(bad.map((path) => [path, path])));
  const counts = { stored: 0, failed: 0 };
  for (let turn = 0; turn < 4; turn += 1) {
    const { stored, failed } = await it.news.fetchPictures();
    counts.stored += stored;
    counts.failed += failed;
    it.clock.advance(60);
  }
  expect(counts.stored).toBe(0);
  expect(Object.values(await pictures()).every(({ isCategoryPicture }) => isCategoryPicture)).toBe(true);
  expect(await it.rows("select distinct state from news_images")).toEqual([{ state: "refused" }]);
  expect(await it.news.fetchPictures()).toEqual({ stored: 0, failed: 0 });
});

test("every category has a built-in picture in both sizes; other names are not found", async () => {
  for (const category of NEWS_CATEGORIES) {
    for (const [name, width] of [
      [category, CATEGORY_PICTURE.width],
      [`${category}-small`, 480],
    ] as const) {
      const answer = await get(`/${name}.webp`);
      expect(answer.status).toBe(200);
      expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
        format: "webp",
        width,
      });
    }
  }
  for (const name of ["nope.webp", "ai.png", "..%2f..%2fpackage.json", "all.webp", "ai-large.webp"]) {
    expect((await get(`/${name}`)).status).toBe(404);
  }
  // A stored picture whose file is missing.
  const lost = await get("/4b998ab9-bb3f-4fdb-bcf6-6e5a65755d44.webp");
  expect([lost.status, lost.headers.get("Cache-Control")]).toEqual([200, "no-cache"]);
});
