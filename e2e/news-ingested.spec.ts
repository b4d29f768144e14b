import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import type { Program } from "#server/testing/program.ts";
import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";
import { createDatabase, startOwnProgram } from "./global-setup.ts";
import type { HtmlElement } from "./html-element.ts";
import type { PlainPage } from "./plain-page.ts";

/** The tests share a separate instance without the demo. `npm run news -- fetch` fetches its news from local feeds. */
test.describe.configure({ mode: "serial" });

/** The number of crypto articles, one per hour. */
const CRYPTO_ARTICLE_COUNT = 70;
/** The number of articles in each of two other categories, all older than the crypto articles. */
const ARTICLES_PER_OTHER_CATEGORY = 25;
const OLDEST_AT = Date.now() - 8 * 86_400_000;
const TOTAL_COUNT = CRYPTO_ARTICLE_COUNT + 2 * ARTICLES_PER_OTHER_CATEGORY + 1;
/** The title of a crypto article. The articles are numbered from the newest. */
const formatTitle = (index: number) => `Crypto story number ${index}`;

let feedServer: Server;
let program: Program;
let folder: string;

test.beforeAll(async () => {
  const cryptoItems = Array.from({ length: CRYPTO_ARTICLE_COUNT }, (_, index) =>
    createItem(
      formatTitle(index),
      new Date(Date.now() - (index + 1) * 3_600_000),
      `Text of story ${index} about the chain.`,
    ),
  );
  const createItems = (category: string) =>
    Array.from({ length: ARTICLES_PER_OTHER_CATEGORY }, (_, index) =>
      createItem(
        `${category} story number ${index}`,
        new Date(Date.now() - (100 + index) * 3_600_000),
        "Some text.",
      ),
    ).join("");
  const hostileItem = createItem(
    "<![CDATA[Quantum <b>bold</b> & <script>window.isCompromised = 1</script>]]>",
    new Date(OLDEST_AT),
    '<![CDATA[<p>First paragraph &amp; more.</p><script>window.isCompromised = 1</script><img src=x onerror="window.isCompromised = 1"><p>Second <a href="javascript:alert(1)">paragraph</a>.</p>]]>',
  );
  feedServer = createServer((request, response) => {
    const body = {
      "/crypto": cryptoItems.join(""),
      "/ai": createItems("AI"),
      "/quantum": createItems("Quantum"),
      "/defi": hostileItem,
    }[request.url ?? ""];
    if (body === undefined) return void response.writeHead(500).end();
    response
      .writeHead(200, { "Content-Type": "application/rss+xml" })
      .end(`<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>${body}</channel></rss>`);
  });
  await new Promise<void>((resolve) => feedServer.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(feedServer.address() as AddressInfo).port}`;

  folder = mkdtempSync(join(tmpdir(), "lattice-ingested-"));
  chmodSync(folder, 0o711);
  const sourcesPath = join(folder, "feeds.json");
  writeFileSync(
    sourcesPath,
    JSON.stringify([
      { name: "Crypto Wire", url: `${origin}/crypto`, category: "crypto" },
      { name: "AI Wire", url: `${origin}/ai`, category: "ai" },
      { name: "Quantum Wire", url: `${origin}/quantum`, category: "quantum" },
      { name: "DeFi Wire", url: `${origin}/defi`, category: "defi" },
      { name: "Broken Wire", url: `${origin}/broken`, category: "blockchain" },
    ]),
  );
  const settings = {
    DATABASE_URL: await createDatabase(),
    DATA_DIR: join(folder, "data"),
    DEMO: "off",
    NEWS_SOURCES: sourcesPath,
    NEWS_POLL_MINUTES: "off",
    FEED_ALLOW_PRIVATE: "on",
  };
  const root = join(import.meta.dirname, "..");
  // This process serves the feeds, so it must not block while the command runs.
  const result = await promisify(execFile)(process.execPath, [join(root, "scripts", "news.ts"), "fetch"], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: "production", ...settings },
  });
  expect(result.stdout).toContain(`${TOTAL_COUNT} new`);
  program = await startOwnProgram(settings);
});

test.afterAll(async () => {
  await program?.stop();
  feedServer?.close();
  rmSync(folder, { recursive: true, force: true });
});

function createItem(title: string, date: Date, description: string): string {
  const link = `https://wire.example/${date.getTime()}`;
  return `<item><title>${title}</title><link>${link}</link><pubDate>${date.toUTCString()}</pubDate><description>${description}</description></item>`;
}

const isArticleLink = (link: HtmlElement) => link.attribute("href")?.startsWith("/news/") === true;
const findTitles = (page: PlainPage, region = page.find("main")) =>
  region
    .findAll("article")
    .flatMap((article) => article.findAll("h3"))
    .filter((heading) => heading.findAll("link").some(isArticleLink))
    .map(({ text }) => text);
const readTitles = (page: Page, selector = "main") =>
  page.locator(`${selector} article h3 a[href^="/news/"]`).allTextContents();

test("All News shows fifty articles and loads more in place, and going back restores the items and the scroll position", async ({
  page,
}) => {
  await page.goto(`${program.url}/news`);
  await waitUntilInteractive(page);
  await expect(page.getByRole("main").locator("dd")).toHaveText([/^\d+$/, String(TOTAL_COUNT), "4"]);
  await expect(page.getByText("Sample", { exact: true })).toHaveCount(0);
  const firstTitles = await readTitles(page);
  expect(firstTitles).toEqual(Array.from({ length: 50 }, (_, index) => formatTitle(index)));
  await page.getByRole("link", { name: "Load More Stories" }).click();
  await expect.poll(() => readTitles(page)).toHaveLength(100);
  await page.getByRole("link", { name: "Load More Stories" }).click();
  await expect.poll(() => readTitles(page)).toHaveLength(TOTAL_COUNT);
  await expect(page.getByRole("link", { name: "Load More Stories" })).toHaveCount(0);
  const link = page.getByRole("link", { name: formatTitle(65), exact: true });
  await link.scrollIntoViewIfNeeded();
  await expect(link).toBeInViewport();
  const scrollPosition = await page.evaluate(() => scrollY);
  expect(scrollPosition).toBeGreaterThan(1000);
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: formatTitle(65) })).toBeVisible();
  await page.goBack();
  await expect.poll(() => readTitles(page)).toHaveLength(TOTAL_COUNT);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrollPosition - 200);

  await test.step("the latest news on the home page loads more in place", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Lattice" }).click();
    const latestNewsSelector = "section[aria-labelledby=latest]";
    await expect.poll(() => readTitles(page, latestNewsSelector)).toHaveLength(20);
    await page.locator(latestNewsSelector).getByRole("link", { name: "Load More Stories" }).click();
    // The ten newest are in the flash sections.
    const otherTitles = Array.from({ length: 40 }, (_, index) => formatTitle(index + 10));
    await expect.poll(() => readTitles(page, latestNewsSelector)).toEqual(otherTitles);
    await expect(page).toHaveURL(`${program.url}/`);
  });
});

test("a category shows twenty articles (Quantum fifteen), and a search finds older ones", async ({
  plain,
}) => {
  for (const [category, count] of [
    ["crypto", 20],
    ["ai", 20],
    ["quantum", 15],
    ["defi", 1],
  ] as const) {
    await plain.goto(`${program.url}/news?category=${category}`);
    expect(findTitles(plain), category).toHaveLength(count);
  }
  await plain.goto(`${program.url}/news?q=${encodeURIComponent('"story 69"')}`);
  expect(findTitles(plain)).toEqual([formatTitle(69)]);
  await plain.goto(`${program.url}/news?category=blockchain`);
  expect(plain.text).toContain("No news yet.");
});

test("without JavaScript, the news page and the latest news on the home page are paged with links", async ({
  plain,
}) => {
  await plain.goto(`${program.url}/news`);
  await plain.follow("Load More Stories");
  expect(plain.text).toContain("You're partway through the list.");
  expect(findTitles(plain)[0]).toBe(formatTitle(50));
  await plain.follow("Back to the start");
  expect(findTitles(plain)[0]).toBe(formatTitle(0));
  await plain.goto(program.url);
  const loadMoreLink = plain.find("link", "Load More Stories");
  expect(loadMoreLink.attribute("href")).toMatch(/^\/\?news=.+#latest$/);
  await plain.follow(loadMoreLink);
  expect(findTitles(plain, plain.find("region", "Latest News"))).toEqual(
    Array.from({ length: 20 }, (_, index) => formatTitle(30 + index)),
  );
});

test("feed content is plain text without markup or scripts, with a link to the source", async ({ plain }) => {
  await plain.goto(`${program.url}/news?category=defi`);
  expect(plain.source).not.toMatch(/<(script|img)[^>]*>?[^<]*isCompromised/);
  await plain.follow(plain.find("main").find("article").find("heading").find("link"));
  expect(plain.find("h1").text).toMatch(/^Quantum bold &/);
  expect(
    plain
      .find(".prose")
      .findAll("p")
      .map(({ text }) => text),
  ).toEqual([
    "First paragraph & more.",
    "Second paragraph. This is a developing story. Read more at the original source.",
  ]);
  expect(plain.source).not.toMatch(/<(script|img)[^>]*>?[^<]*isCompromised|javascript:/);
  const link = plain.find("link", "View Original Source");
  expect(link.attribute("href")).toBe(`https://wire.example/${OLDEST_AT}`);
  expect(link.attribute("rel")).toBe("noopener nofollow");
});
