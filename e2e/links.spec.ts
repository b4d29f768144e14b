import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { getPosts, waitUntilInteractive } from "./forum.ts";
import { DEMO_ADMIN } from "./members.ts";

/** Marks the document, to distinguish navigation in place from a page load. */
const markDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute("data-mark", ""));
const getMark = (page: Page) => page.locator("html[data-mark]");

// All steps share one page, because a member's page takes a long time to load. Each step starts where the previous one
// ended.
test("links that navigate in place behave like links that load a document", async ({
  page,
  context,
  member: _,
}) => {
  // A member's page runs its scripts immediately.
  await page.goto("/forum");
  await waitUntilInteractive(page);

  await test.step("a click navigates in place and scrolls to the top, and going back restores the scroll position", async () => {
    await markDocument(page);
    const titleLink = getPosts(page).nth(9).locator("h3 a");
    await titleLink.scrollIntoViewIfNeeded();
    const initialScroll = await page.evaluate(() => scrollY);
    expect(initialScroll).toBeGreaterThan(0);
    const name = await titleLink.innerText();
    await titleLink.click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(getMark(page)).toBeAttached();
    expect(await page.evaluate(() => scrollY)).toBe(0);

    await page.goBack();
    await expect(getPosts(page).first()).toBeVisible();
    await expect(getMark(page)).toBeAttached();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(initialScroll);
  });

  await test.step("a link to the current page adds nothing to the history", async () => {
    await markDocument(page);
    const forumLink = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Forum" });
    await forumLink.click();
    await expect(page).toHaveURL(/\/forum$/);
    const historyLength = await page.evaluate(() => history.length);
    const reloadPromise = page.waitForResponse((response) => response.url().includes("/forum.data"));
    await forumLink.click();
    await reloadPromise;
    expect(await page.evaluate(() => history.length)).toBe(historyLength);
    await expect(getMark(page)).toBeAttached();
  });

  await test.step("a click with a modifier opens a new tab", async () => {
    const newsLink = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "News" });
    // Playwright sometimes doesn't notice that a tab in the background has loaded, but always notices its request.
    const requestPromise = context.waitForEvent("request", (request) => request.url().endsWith("/news"));
    await newsLink.click({ modifiers: ["ControlOrMeta"] });
    expect((await requestPromise).isNavigationRequest()).toBe(true);
    await expect(page).toHaveURL(/\/forum$/);
    await expect(getMark(page)).toBeAttached();
  });

  await test.step("a post is prefetched only while it is hovered", async () => {
    const titleLink = getPosts(page).first().locator("h3 a");
    const prefetchLink = page.locator(
      `link[rel=prefetch][href^="${await titleLink.getAttribute("href")}.data"]`,
    );
    await titleLink.hover();
    await expect(prefetchLink).toBeAttached();
    await page.getByRole("heading", { level: 1 }).hover();
    await expect(prefetchLink).not.toBeAttached();
  });

  await test.step("changing a list's order doesn't scroll the page", async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    const sortLink = page.getByRole("navigation", { name: "Sort" }).getByRole("link", { name: "New" });
    await page.evaluate(() => scrollTo(0, 120));
    await sortLink.click();
    await expect(sortLink).toHaveAttribute("aria-current", "page");
    expect(await page.evaluate(() => scrollY)).toBe(120);
  });
});

test("links navigate in place from any page a visitor opens", async ({ page, allowProblem }) => {
  await test.step("links to the home page navigate in place, from the not-found page too", async () => {
    allowProblem(/status of 404 /);
    for (const path of ["/privacy", "/no/such/page"]) {
      await page.goto(path);
      await waitUntilInteractive(page);
      await markDocument(page);
      await page.getByRole("banner").getByRole("link", { name: "Lattice" }).click();
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByRole("heading", { name: "Discussions" })).toBeVisible();
      await expect(getMark(page)).toBeAttached();
    }
  });

  await test.step("navigation to a page without its own data, and back, happens in place", async () => {
    allowProblem(/status of 404 /);
    await page.goto("/newsletter/confirm?token=outdated");
    await waitUntilInteractive(page);
    await markDocument(page);
    await page.getByRole("main").getByRole("link", { name: "Subscribe again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Newsletter");
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your subscription");
    await expect(getMark(page)).toBeAttached();

    await page.goto("/newsletter");
    await waitUntilInteractive(page);
    await markDocument(page);
    await page.getByRole("banner").getByRole("link", { name: "Forum" }).click();
    await expect(page).toHaveURL(/\/forum$/);
    await expect(getMark(page)).toBeAttached();
  });
});

test("pages that require signing in open in place, and their routes are loaded only when one of them is opened", async ({
  page,
  allowProblem,
}) => {
  allowProblem(/status of 404 /);
  const loadedTables: string[] = [];
  page.on("request", (request) => {
    const [, table] = /\/assets\/((?:all-)?routes)-/.exec(request.url()) ?? [];
    if (table) loadedTables.push(table);
  });
  await page.goto("/terms");
  await waitUntilInteractive(page);
  await markDocument(page);
  await page.getByRole("banner").getByRole("link", { name: "News" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "News" })).toBeVisible();
  expect(loadedTables).toEqual(["routes"]);

  await test.step("after a sign-in in place, pages for members and administrators open in place", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    await page.getByRole("dialog").getByLabel("Email", { exact: true }).fill(DEMO_ADMIN.email);
    await page.getByRole("dialog").getByLabel("Password").fill(DEMO_ADMIN.password);
    await page.getByRole("dialog").getByRole("button", { name: "Login" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Create", exact: true }).click();
    await expect(page).toHaveURL(/\/create$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Share Your Knowledge");
    await page.getByRole("button", { name: /^Account menu/ }).click();
    await page.getByRole("banner").getByRole("link", { name: "Admin dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin dashboard");
    expect(loadedTables).toEqual(["routes", "all-routes"]);
  });

  await test.step("an unknown path shows the not-found page in place", async () => {
    await page.evaluate(() => {
      history.pushState(null, "", "/no/such/page");
      window.dispatchEvent(new PopStateEvent("popstate"));
    });
    await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    await expect(getMark(page)).toBeAttached();
  });
});
