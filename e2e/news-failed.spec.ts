import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import pg from "pg";
import { findFreePort, type Program } from "#server/testing/program.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { getPosts, getToast, waitUntilInteractive } from "./forum.ts";
import { createDatabase, startOwnProgram } from "./global-setup.ts";
import { signInAsAdmin } from "./members.ts";

/** The tests share a separate instance with unreachable sources, and can make its news table unavailable. */
test.describe.configure({ mode: "serial" });

const FAILED_MESSAGE = "Failed to load news. Please try again later.";

let folder: string;
let databaseUrl: string;
let program: Program;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lattice-failed-"));
  databaseUrl = await createDatabase();
  const sourcesPath = join(folder, "feeds.json");
  const unreachableOrigin = `http://127.0.0.1:${await findFreePort()}`;
  writeFileSync(
    sourcesPath,
    JSON.stringify([
      { name: "Crypto Wire", url: `${unreachableOrigin}/crypto`, category: "crypto" },
      { name: "Quantum Wire", url: `${unreachableOrigin}/quantum`, category: "quantum" },
    ]),
  );
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, "files"),
    DEMO: "on",
    NEWS_SOURCES: sourcesPath,
    NEWS_POLL_MINUTES: "off",
    FEED_ALLOW_PRIVATE: "on",
  };
  program = await startOwnProgram(settings);
  const root = join(import.meta.dirname, "..");
  const result = await promisify(execFile)(process.execPath, [join(root, "scripts", "news.ts"), "fetch"], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: "production", ...settings },
  }).catch((error: { stdout: string; stderr: string }) => error);
  expect(result.stdout + result.stderr).toContain("0 new");
});
test.afterAll(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
});
test.beforeEach(({ allowProblem }) => {
  allowProblem(/status of 50\d |response 50\d: /);
  allowProblem(/ERR_INTERNET_DISCONNECTED/);
});
test.afterEach(async () => {
  await runStatement("alter table if exists public.news_articles_renamed rename to news_articles");
});

async function runStatement(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
const hideNewsTable = () => runStatement("alter table public.news_articles rename to news_articles_renamed");
const restoreNewsTable = () =>
  runStatement("alter table public.news_articles_renamed rename to news_articles");

const getArticleLinks = (page: Page) => page.locator('main article h3 a[href^="/news/"]');
const getLatestNews = (page: Page) => page.getByRole("region", { name: "Latest News" });

/** Delays the requests for a URL until the returned function is called. */
async function delayRequests(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const releasePromise = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await releasePromise;
    await route.continue();
  });
  return release;
}

/**
 * Expects "Load More Stories" to fail while offline and while the news table is unavailable, and to work when retried.
 * `articles` locates the articles in the list, which shows `pageSize` of them at first.
 */
async function expectLoadMoreRecovers(page: Page, articles: Locator, pageSize: number) {
  const loadMoreLink = page.getByRole("link", { name: "Load More Stories" });
  await expect(articles).toHaveCount(pageSize);
  await page.context().setOffline(true);
  await loadMoreLink.click();
  await expect(getToast(page, "No connection")).toContainText("We can't reach the server.");
  await expect(articles).toHaveCount(pageSize);
  await page.context().setOffline(false);
  await hideNewsTable();
  await loadMoreLink.click();
  await expect(page.getByRole("alert").filter({ hasText: FAILED_MESSAGE })).toHaveText(FAILED_MESSAGE);
  await expect(articles).toHaveCount(pageSize);
  await restoreNewsTable();
  await loadMoreLink.click();
  await expect.poll(() => articles.count()).toBeGreaterThan(pageSize);
  await expect(page.getByText(FAILED_MESSAGE)).toHaveCount(0);
}

test("samples are shown with an explanation when no source can be reached", async ({ plain }) => {
  await plain.goto(`${program.url}/news`);
  expect(plain.text).toContain("Failed to fetch news");
  expect(plain.text).toContain("The articles here are samples.");
  expect(plain.findAll("link", "Manage news sources")).toEqual([]);
  expect(plain.find("main").find("article").text).toContain("Sample");
});

test("an administrator finds a link to the news sources next to the samples", async ({ plain }) => {
  await signInAsAdmin(plain.context(), program.url);
  await plain.goto(`${program.url}/news`);
  expect(plain.text).toContain("once one of your news sources has been fetched.");
  await plain.follow("Manage news sources");
  expect(plain.path).toBe("/admin?tab=content&kind=sources");
  expect(plain.text).toContain("Crypto Wire");
});

test("the flash sections are hidden when there is no flash news, and the latest news is still shown", async ({
  plain,
}) => {
  await runStatement("create table public.was_flash as select id from public.news_articles where is_flash");
  await runStatement("update public.news_articles set is_flash = false");
  await plain.goto(program.url);
  for (const name of ["Flash news", "Flash News Feed"]) expect(plain.findAll("region", name)).toEqual([]);
  expect(plain.find("region", "Latest News").findAll("article")).not.toEqual([]);
  await runStatement(
    "update public.news_articles set is_flash = true where id in (select id from public.was_flash)",
  );
  // The program learns of another process's change a moment later.
  await expect
    .poll(async () => {
      await plain.goto(program.url);
      return plain.findAll("region", "Flash News Feed").flatMap((feed) => feed.findAll("article")).length;
    })
    .toBe(3);
});

test("the home page works without news, and shows that news is loading after a click on Try again", async ({
  page,
}) => {
  await hideNewsTable();
  // Delay requests before the page is opened, because it may refresh on its own.
  const release = await delayRequests(page, "**/_.data*");
  const response = await page.goto(program.url);
  expect(response?.status()).toBe(200);
  await expect(getLatestNews(page)).toContainText(FAILED_MESSAGE);
  await expect(page.getByRole("region", { name: "Flash news", exact: true })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Flash News Feed" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Crypto prices" })).toContainText("BTC");
  await expect(getPosts(page)).toHaveCount(10);
  await waitUntilInteractive(page);
  expect(await findIssuesAtWidths(page)).toEqual([]);

  await restoreNewsTable();
  await getLatestNews(page).getByRole("link", { name: "Try again" }).click();
  await expect(getLatestNews(page)).toContainText("Loading flash news...");
  await expect(getLatestNews(page)).not.toContainText(FAILED_MESSAGE);
  release();
  await expect(page.getByRole("region", { name: "Flash news", exact: true })).toBeVisible();
  await expect(getArticleLinks(page).first()).toBeVisible();

  await test.step("when loading more fails, the list stays, an error is shown, and a retry works", async () => {
    await runStatement(`insert into public.news_articles (title, content, category, published_at, source, identity, content_digest)
      select 'Story ' || n, 'Text of story ' || n, 'ai', now() - n * interval '1 hour', 'A Wire', 'story ' || n, ''
      from generate_series(1, 80) n`);
    await page.getByRole("banner").getByRole("link", { name: "News" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Lattice" }).click();
    await expectLoadMoreRecovers(page, getLatestNews(page).locator('article h3 a[href^="/news/"]'), 20);
  });
});

test("a list that fails to load shows an error and recovers when retried", async ({ page }) => {
  await hideNewsTable();
  const response = await page.goto(`${program.url}/news?category=quantum`);
  expect(response?.status()).toBe(500);
  await expect(page.getByRole("alert").filter({ hasText: FAILED_MESSAGE })).toHaveText(FAILED_MESSAGE);
  await expect(page.getByRole("heading", { level: 1, name: "Latest News" })).toBeVisible();
  await expect(page.getByPlaceholder("Search news...")).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expect(getArticleLinks(page)).toHaveCount(0);
  await waitUntilInteractive(page);
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await page.getByRole("link", { name: "AI & Tech", exact: true }).click();
  await expect(page).toHaveURL(/category=ai$/);
  await expect(page.getByRole("alert").filter({ hasText: FAILED_MESSAGE })).toBeVisible();

  await restoreNewsTable();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(getArticleLinks(page).first()).toBeVisible();
  await expect(page.getByText(FAILED_MESSAGE)).toHaveCount(0);
  await expect(page).toHaveURL(/category=ai$/);

  await test.step("when loading more fails, the list stays, an error is shown, and a retry works", async () => {
    await page.getByRole("link", { name: "All News", exact: true }).click();
    await expectLoadMoreRecovers(page, getArticleLinks(page), 50);
  });
});
