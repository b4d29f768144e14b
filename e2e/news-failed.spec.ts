import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import pg from "pg";
import { freePort, type Program } from "#server/testing/program.ts";
import { AXE_CONTEXT, faultsAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { alive, posts, toastWith } from "./forum.ts";
import { createDatabase, startOwnProgram } from "./global-setup.ts";

/** A program of its own on a database whose news can be taken away, with sources that nobody answers. */
test.describe.configure({ mode: "serial" });

const FAILED = "Failed to load news. Please try again later.";

let folder: string;
let databaseUrl: string;
let program: Program;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lattice-failed-"));
  databaseUrl = await createDatabase();
  const list = join(folder, "feeds.json");
  const nobody = `http://127.0.0.1:${await freePort()}`;
  writeFileSync(
    list,
    JSON.stringify([
      { name: "Crypto Wire", address: `${nobody}/crypto`, category: "crypto" },
      { name: "Quantum Wire", address: `${nobody}/quantum`, category: "quantum" },
    ]),
  );
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, "files"),
    DEMO: "on",
    NEWS_SOURCES: list,
    NEWS_POLL_MINUTES: "off",
    FEED_ALLOW_PRIVATE: "on",
  };
  program = await startOwnProgram(settings);
  const main = join(import.meta.dirname, "..");
  const gathered = await promisify(execFile)(process.execPath, [join(main, "scripts", "news.ts"), "fetch"], {
    cwd: main,
    env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: "production", ...settings },
  }).catch((error: { stdout: string }) => error);
  expect(gathered.stdout).toContain("0 new");
});
test.afterAll(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
});
test.beforeEach(({ allowProblem }) => {
  allowProblem(/status of 50\d |answer 50\d: /);
  allowProblem(/ERR_INTERNET_DISCONNECTED/);
});
test.afterEach(async () => {
  await query("alter table if exists public.news_articles_away rename to news_articles");
});

async function query(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
const takeNewsAway = () => query("alter table public.news_articles rename to news_articles_away");
const bringNewsBack = () => query("alter table public.news_articles_away rename to news_articles");

const cards = (page: Page) => page.locator('main article h3 a[href^="/news/"]');
const latest = (page: Page) => page.getByRole("region", { name: "Latest News" });

/** Holds the answers to these requests until they are let go. */
async function hold(page: Page, address: string): Promise<() => void> {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return go;
}

test("when no source could be reached the sample set stands, and says why", async ({ page }) => {
  await page.goto(`${program.url}/news`);
  await expect(page.getByText("Failed to fetch news", { exact: true })).toBeVisible();
  await expect(page.getByText("These are sample articles.")).toBeVisible();
  expect(await cards(page).count()).toBeGreaterThan(0);
  await expect(page.getByRole("main").getByText("Sample", { exact: true }).first()).toBeVisible();
});

test("a list that fails says so in its place, and is there again when it is tried again", async ({
  page,
}) => {
  await takeNewsAway();
  const answer = await page.goto(`${program.url}/news?category=ai`);
  expect(answer?.status()).toBe(500);
  await expect(page.getByRole("alert").filter({ hasText: FAILED })).toHaveText(FAILED);
  await expect(page.getByRole("heading", { level: 1, name: "Latest News" })).toBeVisible();
  await expect(page.getByPlaceholder("Search news...")).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expect(cards(page)).toHaveCount(0);
  await alive(page);
  await page.getByRole("link", { name: "Quantum", exact: true }).click();
  await expect(page).toHaveURL(/category=quantum$/);
  await expect(page.getByRole("alert").filter({ hasText: FAILED })).toBeVisible();

  await bringNewsBack();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText(FAILED)).toHaveCount(0);
  await expect(page).toHaveURL(/category=quantum$/);
});

test("axe finds nothing in the failed states, at no width", async ({ openContext }) => {
  await takeNewsAway();
  const context = await openContext(AXE_CONTEXT);
  const page = await context.newPage();
  for (const path of ["/news?category=defi", "/"]) {
    await page.goto(program.url + path);
    await expect(page.getByText(FAILED)).toBeVisible();
    expect(await faultsAtWidths(page), path).toEqual([]);
  }
});

test("six cards keep the place of the stories while they load", async ({ page }) => {
  await page.goto(`${program.url}/news`);
  await alive(page);
  const go = await hold(page, "**/news.data?*");
  await page.getByRole("link", { name: "Crypto", exact: true }).click();
  await expect(page.locator(".skeleton")).toHaveCount(6);
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText("Loading news...");
  await expect(cards(page)).toHaveCount(0);
  go();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
});

test("Home without news keeps the rest, and says that it loads them while it tries again", async ({
  page,
}) => {
  await takeNewsAway();
  const answer = await page.goto(program.url);
  expect(answer?.status()).toBe(200);
  await expect(latest(page)).toContainText(FAILED);
  await expect(page.getByRole("region", { name: "Flash news", exact: true })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Flash News Feed" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Crypto prices" })).toContainText("BTC");
  await expect(posts(page)).toHaveCount(20);
  await alive(page);

  // Before the news are back: the page may notice that by itself.
  const go = await hold(page, "**/_root.data*");
  await bringNewsBack();
  await latest(page).getByRole("link", { name: "Try again" }).click();
  await expect(latest(page)).toContainText("Loading flash news...");
  await expect(latest(page)).not.toContainText(FAILED);
  go();
  await expect(page.getByRole("region", { name: "Flash news", exact: true })).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
});

test("both flash sections vanish when nothing is flash, and the latest news stand", async ({ page }) => {
  await query("create table public.was_flash as select id from public.news_articles where is_flash");
  await query("update public.news_articles set is_flash = false");
  await page.goto(program.url);
  await expect(page.getByRole("region", { name: "Flash news", exact: true })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Flash News Feed" })).toHaveCount(0);
  await expect(latest(page).getByRole("article").first()).toBeVisible();
  await query(
    "update public.news_articles set is_flash = true where id in (select id from public.was_flash)",
  );
  await page.reload();
  await expect(page.getByRole("region", { name: "Flash News Feed" }).getByRole("article")).toHaveCount(3);
});

for (const { path, more } of [
  { path: "/news", more: 50 },
  { path: "/", more: 20 },
]) {
  test(`a continuation of ${path} that fails leaves the list, says so and can be tried again`, async ({
    page,
  }) => {
    await query(`insert into public.news_articles (title, content, category, published_at, source, identity, said)
      select 'Story ' || n, 'Words of story ' || n, 'ai', now() - n * interval '1 hour', 'A Wire', 'story ' || n, ''
      from generate_series(1, 80) n where not exists (select from public.news_articles where identity = 'story 1')`);
    await page.goto(program.url + path);
    await alive(page);
    const list = path === "/" ? latest(page).locator('article h3 a[href^="/news/"]') : cards(page);
    const button = page.getByRole("link", { name: "Load More Stories" });
    await expect(list).toHaveCount(more);
    await page.context().setOffline(true);
    await button.click();
    await expect(toastWith(page, "No connection")).toContainText("The server cannot be reached.");
    await expect(list).toHaveCount(more);
    await page.context().setOffline(false);
    await takeNewsAway();
    await button.click();
    await expect(page.getByRole("alert").filter({ hasText: FAILED })).toHaveText(FAILED);
    await expect(list).toHaveCount(more);
    await bringNewsBack();
    await button.click();
    await expect.poll(() => list.count()).toBeGreaterThan(more);
    await expect(page.getByText(FAILED)).toHaveCount(0);
  });
}
