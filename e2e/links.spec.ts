import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { posts, waitUntilInteractive } from "./forum.ts";

/** Marks the document, to distinguish navigation in place from a page load. */
const markDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute("data-mark", ""));
const marked = (page: Page) => page.locator("html[data-mark]");

// A member's scripts run at once.
test.beforeEach(async ({ page, member: _ }) => {
  await page.goto("/forum");
  await waitUntilInteractive(page);
});

test("a click navigates in place and scrolls to the top, and going back restores the scroll position", async ({
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

test("a link to the current page adds nothing to the history", async ({ page }) => {
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

test("changing a list's order doesn't scroll the page", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  const tab = page.getByRole("navigation", { name: "Sort" }).getByRole("link", { name: "New" });
  await page.evaluate(() => scrollTo(0, 120));
  await tab.click();
  await expect(tab).toHaveAttribute("aria-current", "page");
  expect(await page.evaluate(() => scrollY)).toBe(120);
});

test("a click with a modifier opens a new tab", async ({ page, context }) => {
  const news = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "News" });
  const opened = context.waitForEvent("page");
  await news.click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL(/\/news$/);
  await expect(page).toHaveURL(/\/forum$/);
});

test("a post is prefetched only while it is hovered", async ({ page }) => {
  const title = posts(page).first().locator("h3 a");
  const ahead = page.locator(`link[rel=prefetch][href^="${await title.getAttribute("href")}.data"]`);
  await title.hover();
  await expect(ahead).toBeAttached();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(ahead).not.toBeAttached();
});
