import type { Page } from "@playwright/test";
import { AXE_CONTEXT, violationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { toastWith, waitUntilInteractive } from "./forum.ts";
import { createMember } from "./members.ts";

/** The first sample article, which the demo shows. */
const ARTICLE = "/news/00000000-0000-4000-8000-000000000001";
const TITLE = "Sample: How to read a Bitcoin headline before it reads you";
/** Views by headless browsers don't count, so this one pretends to be an ordinary Firefox. */
const SEEN = { userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

const titles = (page: Page) =>
  page.getByRole("main").getByRole("article").getByRole("heading").allTextContents();
const figure = async (page: Page, label: string) =>
  Number(await page.locator("dl > div", { hasText: label }).locator("dd").innerText());

test("the news page has its title, search, counters, tabs and cards; samples are labeled", async ({
  page,
}) => {
  await page.goto("/news");
  await expect(page.getByRole("heading", { level: 1, name: "Latest News" })).toBeVisible();
  await expect(page.getByPlaceholder("Search news...")).toBeVisible();
  await expect(page.getByRole("main").locator("dt")).toHaveText(["Flash News", "Total Stories", "Sources"]);
  await expect(page.getByRole("navigation", { name: "News by topic" }).getByRole("link")).toHaveText([
    "All News",
    "Crypto",
    "AI & Tech",
    "Quantum",
  ]);
  const cards = page.getByRole("main").getByRole("article");
  expect(await cards.count()).toBe(await figure(page, "Total Stories"));
  const first = cards.filter({ hasText: TITLE });
  for (const text of ["Flash", "Sample", "Crypto", "1h ago", "min read", "#bitcoin", "Lattice News"])
    await expect(first).toContainText(text);
  await expect(page.getByText("These are sample articles.")).toBeVisible();
});

test("all categories have a list, and the URL keeps topic and search", async ({ page }) => {
  await page.goto("/news");
  await waitUntilInteractive(page);
  const all = await titles(page);
  const seen: string[] = [];
  for (const [label, value] of [
    ["Crypto", "crypto"],
    ["AI & Tech", "ai"],
    ["Quantum", "quantum"],
    ["DeFi", "defi"],
    ["Blockchain", "blockchain"],
  ] as const) {
    await page
      .getByRole("main")
      .getByRole("navigation")
      .getByRole("link", { name: label, exact: true })
      .click();
    await expect(page).toHaveURL(`/news?category=${value}`);
    await expect(page.getByRole("main").locator("nav [aria-current=page]")).toHaveText([label]);
    await expect(page.locator(".skeleton")).toHaveCount(0);
    const own = await titles(page);
    expect(own.length).toBeGreaterThan(0);
    seen.push(...own);
  }
  expect(seen.toSorted()).toEqual(all.toSorted());

  await page.getByPlaceholder("Search news...").fill("finality");
  await expect(page).toHaveURL("/news?q=finality&category=blockchain");
  await expect(page.getByText("Results for “finality”, newest first.")).toBeVisible();
  const found = await titles(page);
  await page.reload();
  expect(await titles(page)).toEqual(found);
  await page.getByPlaceholder("Search news...").fill("qqxxzzyyqq");
  await expect(page.getByText("Nothing found for “qqxxzzyyqq”")).toBeVisible();
});

test("six skeleton cards are shown while another topic loads", async ({ page }) => {
  await page.goto("/news");
  await waitUntilInteractive(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/news.data?*", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("link", { name: "Quantum", exact: true }).click();
  await expect(page.locator(".skeleton")).toHaveCount(6);
  release();
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("article").first()).toContainText("Quantum");
});

test("an article is shown in full, with share links and metadata for link previews", async ({ page }) => {
  await page.goto(ARTICLE);
  const main = page.getByRole("main");
  await expect(main.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem")).toHaveText([
    "Home",
    "News",
    TITLE,
  ]);
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(TITLE);
  for (const text of [
    "Three questions that take a minute",
    "Lattice sample desk",
    "min read",
    "Ask first who says so.",
  ])
    await expect(main.getByRole("article").first()).toContainText(text);
  await expect(main.locator("article time").first()).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
  const related = main.getByRole("region", { name: "Related articles" }).getByRole("article");
  expect(await related.count()).toBeLessThanOrEqual(3);
  await expect(related.first()).toContainText("Crypto");
  await expect(main.getByRole("link", { name: "View Original Source" })).toHaveCount(0);

  const address = new URL(ARTICLE, page.url()).href;
  for (const [name, start] of [
    ["Facebook", "https://www.facebook.com/sharer/sharer.php?"],
    ["Twitter", "https://twitter.com/intent/tweet?"],
    ["LinkedIn", "https://www.linkedin.com/sharing/share-offsite/?"],
  ] as const) {
    const link = main.getByRole("link", { name: `Share on ${name}` });
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    const href = (await link.getAttribute("href")) ?? "";
    expect(href.startsWith(start)).toBe(true);
    const values = [...new URL(href).searchParams.values()];
    expect(values.toSorted()).toEqual([TITLE, address].toSorted());
  }
  const meta = (property: string) => page.locator(`meta[property="${property}"]`).getAttribute("content");
  expect(await meta("og:title")).toBe(TITLE);
  expect(await meta("og:description")).toMatch(/^Three questions/);
  expect((await page.request.get((await meta("og:image")) ?? "")).headers()["content-type"]).toBe(
    "image/png",
  );
  await main.getByRole("link", { name: "Back to News" }).click();
  await expect(page).toHaveURL("/news");
});

test("a view counts once per visitor and day", async ({ openContext }) => {
  const path = `${ARTICLE.slice(0, -2)}02`;
  const read = async (page: Page) => {
    await page.goto(path);
    return Number(/([\d,]+) views?/.exec(await page.getByRole("article").first().innerText())?.[1]);
  };
  const page = await (await openContext(SEEN)).newPage();
  const before = await read(page);
  // The view count may be a second old.
  const once = before + 1;
  await expect.poll(() => read(page)).toBe(once);
  const other = await (await openContext({ userAgent: `${SEEN.userAgent} Other/${Date.now()}` })).newPage();
  await expect.poll(() => read(other)).toBe(once + 1);
  await expect.poll(() => read(page)).toBe(once + 1);
});

test("members open one discussion per article, which counts its comments", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 401/);
  const path = `${ARTICLE.slice(0, -2)}03`;
  await page.goto(path);
  await waitUntilInteractive(page);
  const open = page.getByRole("button", { name: "Discuss in the Forum" });
  await open.click();
  await expect(toastWith(page, "Authentication required")).toContainText("Please log in to create a post");
  await createMember(page.context());
  await page.goto(path);
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  await waitUntilInteractive(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await open.click();
  await expect(page).toHaveURL(/\/forum\/[\da-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const post = page.url();
  await page.getByRole("link", { name: "Read the article" }).click();
  await expect(page).toHaveURL(path);
  const other = await (await openContext()).newPage();
  await other.goto(path);
  const link = other.getByRole("link", { name: "Discussion 0 comments" });
  await link.click();
  await expect(other).toHaveURL(post);

  await page.goto(post);
  await waitUntilInteractive(page);
  await page.getByLabel("Write a comment").fill("What does the second figure count?");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(toastWith(page, "Comment Posted")).toBeVisible();
  await other.goto(path);
  await expect(other.getByRole("link", { name: "Discussion 1 comment", exact: true })).toBeVisible();
  await expect(other.getByRole("button", { name: "Discuss in the Forum" })).toHaveCount(0);
});

test("the share button uses the Web Share API, or copies the link", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, "share", {
      configurable: true,
      value: async (what: unknown) => void shared.push(what),
    });
  });
  await page.goto(ARTICLE);
  await waitUntilInteractive(page);
  const share = page.getByRole("main").getByRole("button", { name: "Share", exact: true });
  await share.click();
  const url = new URL(ARTICLE, page.url()).href;
  const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
  await expect.poll(shared).toEqual([{ title: TITLE, url }]);
  await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await share.click();
  await expect(toastWith(page, "Link copied")).toContainText(url);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});

test("an unknown article shows an error with a link back", async ({ page, allowProblem }) => {
  allowProblem(/status of 404/);
  await page.goto("/news/00000000-0000-4000-8000-00000000ffff");
  await expect(page.getByRole("heading", { name: "Article Not Found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to News" }).click();
  await expect(page).toHaveURL("/news");
});

test("pages link to their feeds, which are available", async ({ page }) => {
  for (const [path, feeds] of [
    ["/", ["/feeds/news.xml", "/feeds/forum.xml"]],
    ["/news?category=ai", ["/feeds/news.xml", "/feeds/ai.xml"]],
    ["/forum", ["/feeds/forum.xml"]],
  ] as const) {
    await page.goto(path);
    const links = page.locator("link[rel=alternate][type='application/atom+xml']");
    const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(found).toEqual(feeds);
    for (const feed of feeds) expect((await page.request.get(feed)).status()).toBe(200);
  }
});

test("lists, searches, articles and discussions work without scripts", async ({
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .*\.js csp$/);
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/news");
  await page.getByPlaceholder("Search news...").fill("bitcoin headline");
  await page.getByPlaceholder("Search news...").press("Enter");
  await expect(page).toHaveURL(/\/news\?q=bitcoin\+headline$/);
  await page.getByRole("link", { name: TITLE }).click();
  await expect(page).toHaveURL(ARTICLE);
  await page.getByRole("button", { name: "Discuss in the Forum" }).click();
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(ARTICLE)}`);
  await expect(page.getByText("Please log in to create a post")).toBeVisible();
  await createMember(page.context());
  await page.goto(ARTICLE);
  await page.getByRole("button", { name: "Discuss in the Forum" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(TITLE);
  await expect(page).toHaveURL(/\/forum\//);
});

test("the news has no accessibility problems", async ({ openContext, allowProblem }) => {
  allowProblem(/status of 404/);
  // At this width the other screens are covered by accessibility.spec.ts.
  const widePaths = ["/news?q=qqxxzzyyqq", "/news/none"];
  for (const [width, paths] of [
    [360, ["/", "/news", ARTICLE, ...widePaths]],
    [1280, widePaths],
  ] as const) {
    const context = await openContext({ ...AXE_CONTEXT, viewport: { width, height: 900 } });
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(path);
      await waitUntilInteractive(page);
      expect.soft(await violationsInThemes(page), `${path} at ${width}`).toEqual([]);
      const scroll = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(scroll, `${path} at ${width} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  }
});
