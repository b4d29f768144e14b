import type { Page } from "@playwright/test";
import { findViolationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getPosts, getToast, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { showScreen } from "./screens.ts";

/** What happens when the connection drops while a page is open. */

const NEWS_FAILED_MESSAGE = "Failed to load news. Please try again later.";
const LOST_CONNECTION_MESSAGE = "We can't reach the server. Please try again in a moment.";
const PROXY_ERROR = { status: 502, contentType: "text/html", body: "<html><h1>502 Bad Gateway</h1></html>" };

test.beforeEach(({ allowProblem }) => {
  allowProblem(/ERR_|request failed|status of 502|response 502|Failed to (load|fetch)|network error/);
});

/**
 * Makes requests for pages' data and scripts fail, as if the server were down or the proxy in front of it couldn't
 * reach it. Returns a function that restores the connection.
 */
async function dropConnection(page: Page, failure: "abort" | "proxy"): Promise<() => Promise<void>> {
  const isBlocked = (url: URL) => /\.data$|\/assets\/.*\.js$|healthz/.test(url.pathname);
  await page.route(isBlocked, (route) => (failure === "abort" ? route.abort() : route.fulfill(PROXY_ERROR)));
  return () => page.unroute(isBlocked);
}
const getRetryLink = (page: Page) => getToast(page, "No connection").getByRole("link", { name: "Try again" });
const getNavigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

test("when the connection drops, the page, the navigation and the URL stay, and what failed can be retried", async ({
  page,
  context,
}) => {
  const initialPath = "/forum?q=wallet&sort=top";
  await page.goto(initialPath);
  await waitUntilInteractive(page);

  await test.step("a page that was never opened can be opened once the connection is back", async () => {
    const restore = await dropConnection(page, "abort");
    await getNavigation(page).getByRole("link", { name: "Wallet" }).click();
    await expect(getRetryLink(page)).toHaveAttribute("href", "/wallet");
    await expect(page).toHaveURL(initialPath);
    await restore();
    await getRetryLink(page).click();
    await expect(page).toHaveURL("/wallet");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await waitUntilInteractive(page);
  });

  for (const failure of ["abort", "proxy"] as const)
    await test.step(`a link that can't be opened leaves the page as it is, and the retry link has the full URL (${failure})`, async () => {
      await showScreen(page, initialPath);
      const postCount = await getPosts(page).count();
      const restore = await dropConnection(page, failure);
      await page
        .getByRole("navigation", { name: "Filter by category" })
        .getByRole("link", { name: "Trading", exact: true })
        .click();
      await expect(getToast(page, "No connection")).toContainText(LOST_CONNECTION_MESSAGE);
      await expect(getNavigation(page)).toBeVisible();
      await expect(getPosts(page)).toHaveCount(postCount);
      await expect(page).toHaveURL(initialPath);
      const retryPath = await getRetryLink(page).getAttribute("href");
      expect(retryPath).toContain("category=trading");
      expect(retryPath).toContain("sort=top");
      await getRetryLink(page).click();
      await expect(getRetryLink(page)).toBeVisible();
      await restore();
      await getRetryLink(page).click();
      await expect(page).toHaveURL(retryPath ?? "");
      await expect(getToast(page, "No connection")).toHaveCount(0);
      await waitUntilInteractive(page);
    });

  await test.step("a search in the header can be retried and keeps its text, although its suggestions can't be loaded", async () => {
    await showScreen(page, initialPath);
    await context.setOffline(true);
    const box = page.getByPlaceholder("Search posts, news, users...");
    await box.fill("quantum");
    await box.press("Enter");
    await expect(getRetryLink(page)).toHaveAttribute("href", "/search?q=quantum");
    await expect(page).toHaveURL(initialPath);
    await expect(box).toHaveValue("quantum");
    await expect(getPosts(page).first()).toBeVisible();
    await context.setOffline(false);
    // Once the server can be reached, the suggestions are loaded.
    await expect(box).toHaveRole("combobox");
    await getRetryLink(page).click();
    await expect(page).toHaveURL("/search?q=quantum");
    await waitUntilInteractive(page);
  });

  await test.step("the message says that news can't be loaded, and the search is preserved", async () => {
    await showScreen(page, "/news?category=crypto");
    const restore = await dropConnection(page, "abort");
    await page.getByPlaceholder("Search news...").fill("bitcoin");
    await page.getByPlaceholder("Search news...").press("Enter");
    await expect(getToast(page, "No connection")).toContainText(NEWS_FAILED_MESSAGE);
    await expect(page.getByPlaceholder("Search news...")).toHaveValue("bitcoin");
    const retryPath = await getRetryLink(page).getAttribute("href");
    expect(retryPath).toMatch(/\/news\?(?=.*q=bitcoin)(?=.*category=crypto)/);
    await restore();
    await getRetryLink(page).click();
    await expect(page).toHaveURL(/q=bitcoin/);
    await expect(page.getByText("Results for “bitcoin”")).toBeVisible();
    await waitUntilInteractive(page);
  });

  await test.step("going back to a page that can't be loaded shows an error at that page's URL, with the navigation and a retry link", async () => {
    await showScreen(page, "/news?category=ai");
    await getNavigation(page).getByRole("link", { name: "Forum" }).click();
    await expect(page).toHaveURL("/forum");
    const restore = await dropConnection(page, "abort");
    await page.goBack();
    await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
    await expect(page.getByText(NEWS_FAILED_MESSAGE)).toBeVisible();
    await expect(getNavigation(page)).toBeVisible();
    await expect(page).toHaveURL("/news?category=ai");
    expect(await findViolationsInThemes(page)).toEqual([]);
    await restore();
    await page.getByRole("main").getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Latest News" })).toBeVisible();
    await expect(page).toHaveURL("/news?category=ai");
    await page.goForward();
    await expect(page).toHaveURL("/forum");
    await expect(getPosts(page).first()).toBeVisible();
  });
});

test("a form that couldn't be sent preserves its text and can be sent later", async ({ page, context }) => {
  await createMember(context);
  await page.goto(await createPost(page, { title: `Dropped ${generateName()}`, content: "Some text." }));
  await waitUntilInteractive(page);
  const box = page.getByLabel("Write a comment");
  await box.fill("Typed while the connection dropped.");
  const sendButton = page.getByRole("button", { name: "Post Comment" });
  for (const failure of ["abort", "proxy"] as const) {
    const restore = await dropConnection(page, failure);
    await sendButton.click();
    // The toast may still be the one from the first attempt.
    await expect(sendButton).toBeEnabled();
    await expect(getToast(page, "No connection")).toContainText(LOST_CONNECTION_MESSAGE);
    await expect(box).toHaveValue("Typed while the connection dropped.");
    await restore();
  }
  await sendButton.click();
  await expect(getToast(page, "Comment Posted")).toBeVisible();
  await expect(page.getByRole("main").getByText("Typed while the connection dropped.")).toBeVisible();
});
