import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { alive, posts } from "./forum.ts";

/** Marks the document, to tell a page that changed in place from one that was loaded. */
const markDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute("data-mark", ""));
const marked = (page: Page) => page.locator("html[data-mark]");

// A member's scripts run at once.
test.beforeEach(async ({ page, member: _ }) => {
  await page.goto("/forum");
  await alive(page);
});

test("a click changes the page in place and begins at its top, and back restores where one was", async ({
  page,
}) => {
  await markDocument(page);
  const title = posts(page).nth(9).locator("h3 a");
  await title.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  const name = await title.innerText();
  await title.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(marked(page)).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(posts(page).first()).toBeVisible();
  await expect(marked(page)).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test("a link to the page that is shown adds nothing to the history", async ({ page }) => {
  await markDocument(page);
  const forum = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Forum" });
  await forum.click();
  await expect(page).toHaveURL(/\/forum$/);
  const length = await page.evaluate(() => history.length);
  const reloaded = page.waitForResponse((response) => response.url().includes("/forum.data"));
  await forum.click();
  await reloaded;
  expect(await page.evaluate(() => history.length)).toBe(length);
  await expect(marked(page)).toBeAttached();
});

test("a choice of a list leaves the reader where they are", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  const tab = page.getByRole("navigation", { name: "Sort" }).getByRole("link", { name: "New" });
  await page.evaluate(() => scrollTo(0, 120));
  await tab.click();
  await expect(tab).toHaveAttribute("aria-current", "page");
  expect(await page.evaluate(() => scrollY)).toBe(120);
});

test("a click that asks for a tab of its own gets one", async ({ page, context }) => {
  const news = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "News" });
  const opened = context.waitForEvent("page");
  await news.click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL(/\/news$/);
  await expect(page).toHaveURL(/\/forum$/);
});

test("a post that is pointed at is fetched ahead, and no longer than that", async ({ page }) => {
  const title = posts(page).first().locator("h3 a");
  const ahead = page.locator(`link[rel=prefetch][href^="${await title.getAttribute("href")}.data"]`);
  await title.hover();
  await expect(ahead).toBeAttached();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(ahead).not.toBeAttached();
});
