import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { createPost, getPosts, getToast, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

/** Tests pages as visitors receive them, before scripts are loaded. `waitUntilInteractive` would load them. */

const isScript = (url: string) => /\/assets\/[^/]+\.js$/.test(new URL(url).pathname);

/** Blocks the pages' scripts until `release` is called. */
async function blockScripts(
  context: BrowserContext,
): Promise<{ requestedUrls: string[]; release: () => void }> {
  const requestedUrls: string[] = [];
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await context.route(
    (url) => isScript(url.href),
    async (route) => {
      requestedUrls.push(route.request().url());
      await promise;
      await route.continue().catch(() => {});
    },
  );
  return { requestedUrls, release };
}

/** Loads a page with its clock stopped. */
async function openPaused(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto(path, { waitUntil: "networkidle" });
}

/** Expects elements to have the same IDs in the browser as in the server's HTML. */
async function expectSameIds(page: Page): Promise<void> {
  const ids = await page.locator("[id]").evaluateAll((elements) =>
    elements.flatMap((element) => {
      const key = Object.keys(element).find((name) => name.startsWith("__reactProps$"));
      return key ? [[element.id, (element as unknown as Record<string, { id?: string }>)[key]?.id]] : [];
    }),
  );
  expect(ids.length).toBeGreaterThan(5);
  for (const [serverId, browserId] of ids) expect(browserId, page.url()).toBe(serverId);
}

// Mouse movement and scrolling are covered by script-weight.spec.ts.
test("scripts are loaded on a key press, a tap, a click or focus, but not before, and elements have the same IDs in the browser as in the server's HTML", async ({
  openContext,
}) => {
  const actions: Record<string, (page: Page) => Promise<void>> = {
    "/forum": (page) => page.keyboard.press("Tab"),
    "/terms": (page) => page.touchscreen.tap(5, 300),
    "/privacy": (page) => page.getByRole("heading", { level: 1 }).click(),
    "/auth": (page) => page.getByLabel("Email", { exact: true }).focus(),
  };
  for (const [path, action] of Object.entries(actions)) {
    const context = await openContext({ hasTouch: true });
    const page = await context.newPage();
    const requestedUrls: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script" || isScript(request.url())) requestedUrls.push(request.url());
    });
    await openPaused(page, path);
    // Browsers dispatch a mouse move on their own if the pointer is over a new page.
    await page.mouse.move(20, 20);
    expect(requestedUrls, path).toEqual([]);
    await action(page);
    await expect.poll(() => requestedUrls.length, { message: path }).toBeGreaterThan(3);
    // The other pages consist of the same parts.
    if (path === "/forum" || path === "/auth") {
      await waitUntilInteractive(page);
      await expectSameIds(page);
    }
    await context.close();
  }
});

test("automatic animations load the scripts, except with reduced motion", async ({ openContext }) => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const page = await (await openContext({ reducedMotion })).newPage();
    const requestedUrls: string[] = [];
    page.on("request", (request) => {
      if (isScript(request.url())) requestedUrls.push(request.url());
    });
    await openPaused(page, "/");
    await page.clock.runFor(2900);
    expect(requestedUrls).toEqual([]);
    await page.clock.runFor(3000);
    if (reducedMotion === "reduce") expect(requestedUrls).toEqual([]);
    else await expect.poll(() => requestedUrls.length).toBeGreaterThan(3);
  }
});

test("clicks, typing and forms work immediately after the first paint", async ({ page, context }) => {
  const { release } = await blockScripts(context);
  await page.addInitScript(() => {
    if (location.pathname !== "/privacy") return;
    new PerformanceObserver((list, observer) => {
      if (!list.getEntriesByName("first-contentful-paint").length) return;
      observer.disconnect();
      const box = document.querySelector<HTMLInputElement>("#site-search");
      if (!box) return;
      box.focus();
      document.execCommand("insertText", false, "unconfirmed");
      document.querySelector<HTMLElement>("button[popovertarget]")?.click();
      sessionStorage.setItem("opened", String(document.querySelector(":popover-open") !== null));
      box.form?.requestSubmit();
    }).observe({ type: "paint", buffered: true });
  });
  await page.goto("/privacy");
  await expect(page).toHaveURL(/\/search\?q=unconfirmed$/);
  await expect(page.getByRole("article").first()).toContainText(/unconfirmed/i);
  expect(await page.evaluate(() => sessionStorage.getItem("opened"))).toBe("true");
  release();
});

test("links, menus and forms work while the scripts are loading", async ({ page, context, openContext }) => {
  const member = await createMember(await openContext());
  const { release, requestedUrls } = await blockScripts(context);
  await page.goto("/terms");
  await page.getByRole("banner").getByRole("link", { name: "Forum" }).click();
  await expect(page).toHaveURL(/\/forum$/);
  await page.getByRole("button", { name: "Toggle theme" }).click();
  await page.getByRole("button", { name: "Light", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByPlaceholder("Search posts...").fill("unconfirmed");
  await page.getByPlaceholder("Search posts...").press("Enter");
  await expect(page).toHaveURL(/q=unconfirmed/);
  await expect(getPosts(page).first()).toContainText(/unconfirmed/i);
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("Email", { exact: true }).fill(member.email);
  await page.getByLabel("Password").fill(member.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("button", { name: `Account menu: ${member.username}` })).toBeVisible();
  expect(requestedUrls.length).toBeGreaterThan(3);
  release();
});

test("clicks, keys and text from before the scripts are loaded take effect exactly once", async ({
  page,
  context,
  openContext,
}) => {
  await test.step("a click that needs scripts is handled once they are loaded, and only once", async () => {
    const { release } = await blockScripts(context);
    await page.goto("/wallet");
    await page.getByRole("button", { name: "Connect MetaMask" }).click();
    await page.getByRole("button", { name: "Hide amounts" }).click();
    await expect(getToast(page, "MetaMask Not Found")).toHaveCount(0);
    release();
    await expect(getToast(page, "MetaMask Not Found")).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Show amounts" })).toBeVisible();
  });

  await test.step("a key press that needs scripts is handled once they are loaded", async () => {
    const { release } = await blockScripts(context);
    await page.goto("/auth");
    await page.getByRole("tab", { name: "Login" }).focus();
    await page.keyboard.press("ArrowRight");
    release();
    await expect(page.getByRole("tab", { name: "Register" })).toBeFocused();
    await expect(page.getByRole("tab", { name: "Register" })).toHaveAttribute("aria-selected", "true");
  });

  await test.step("a search typed early into a list's search box is run", async () => {
    const { release } = await blockScripts(context);
    await page.goto("/forum");
    await page.getByPlaceholder("Search posts...").click();
    await page.keyboard.type("unconfirmed");
    await page.getByRole("heading", { level: 1 }).click();
    release();
    await expect(page).toHaveURL(/q=unconfirmed/);
    await expect(page.getByPlaceholder("Search posts...")).toHaveValue("unconfirmed");
  });

  await test.step("text typed before and while the scripts load is preserved together with focus, and stored like later input", async () => {
    const author = new PlainPage(await openContext());
    await createMember(author.context());
    const path = await createPost(author, { title: `Typed early ${generateName()}`, content: "Some text." });
    const { release } = await blockScripts(context);
    await page.goto(path);
    const box = page.getByLabel("Write a comment");
    await box.click();
    await page.keyboard.type("Half a ");
    release();
    await page.keyboard.type("thought, ");
    await waitUntilInteractive(page);
    await page.keyboard.type("and the rest.");
    await expect(box).toHaveValue("Half a thought, and the rest.");
    await expect(box).toBeFocused();
    await showScreen(page, "/privacy");
    await showScreen(page, path);
    await expect(box).toHaveValue("Half a thought, and the rest.");

    const { release: releaseAgain } = await blockScripts(context);
    await page.goto("/terms");
    const searchBox = page.getByPlaceholder("Search posts, news, users...");
    await searchBox.click();
    await page.keyboard.type("unconfirmed");
    releaseAgain();
    await expect(
      page.getByRole("listbox", { name: "Suggestions" }).getByRole("option").first(),
    ).toBeVisible();
    await expect(searchBox).toHaveValue("unconfirmed");
  });
});

test("without its scripts the page still works, and later activity requests them again", async ({
  page,
  context,
  allowProblem,
}) => {
  allowProblem(/ERR_FAILED|Failed to load resource/);
  let isBlocked = true;
  let abortedCount = 0;
  await context.route(
    (url) => isScript(url.href),
    (route) => {
      if (isBlocked) abortedCount += 1;
      return isBlocked ? route.abort() : route.continue();
    },
  );
  await page.goto("/forum?q=unconfirmed");
  await page.mouse.move(300, 300, { steps: 2 });
  await expect.poll(() => abortedCount).toBeGreaterThan(3);
  await page.getByRole("navigation", { name: "Sort" }).getByRole("link", { name: "New" }).click();
  await expect(page).toHaveURL(/sort=new/);
  await expect(getPosts(page).first()).toBeVisible();
  await page.mouse.move(310, 310, { steps: 2 });
  await expect.poll(() => page.evaluate(() => "earlyInput" in window)).toBe(true);
  isBlocked = false;
  await expect(async () => {
    await page.mouse.move(300 + Math.random() * 50, 300, { steps: 2 });
    expect(await page.evaluate(() => "earlyInput" in window)).toBe(false);
  }).toPass();
  await waitUntilInteractive(page);
});

test("hovering over a link prefetches its page, and the page reports the visit once it is shown", async ({
  page,
  context,
}) => {
  const { release } = await blockScripts(context);
  await page.goto("/terms");
  const link = page.getByRole("banner").getByRole("link", { name: "Forum" });
  await link.hover();
  const reportPromise = page.waitForRequest((request) => request.method() === "HEAD");
  // Only an open page reveals whether it was prefetched, so retry until it was.
  await expect(async () => {
    await link.click({ noWaitAfter: true });
    await page.waitForURL(/\/forum$/, { waitUntil: "commit" });
    const deliveryType = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation") as { deliveryType?: string }[];
      return navigation?.deliveryType;
    });
    if (deliveryType !== "navigational-prefetch") {
      await page.goBack({ waitUntil: "commit" });
      await link.hover();
    }
    expect(deliveryType).toBe("navigational-prefetch");
  }).toPass();
  expect(new URL((await reportPromise).url()).pathname).toBe("/forum");
  release();
});

test("going back after a reload shows the page that matches the URL", async ({ page }) => {
  await page.goto("/forum");
  await waitUntilInteractive(page);
  const sort = page.getByRole("navigation", { name: "Sort" });
  for (const name of ["New", "Top"]) {
    await sort.getByRole("link", { name }).click();
    await expect(page).toHaveURL(`/forum?sort=${name.toLowerCase()}`);
  }
  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL("/forum?sort=new");
  await expect(sort.getByRole("link", { name: "New" })).toHaveAttribute("aria-current", "page");
});

test("on the first interaction, a page opened by a visitor shows that they have since signed in elsewhere", async ({
  page,
  context,
}) => {
  await page.goto("/terms");
  const member = await createMember(context);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await page.mouse.move(300, 300, { steps: 2 });
  await expect(page.getByRole("button", { name: `Account menu: ${member.username}` })).toBeVisible();
});

test("a visitor's page knows only its own route until the visitor presses or focuses something", async ({
  page,
}) => {
  const routeTableUrls: string[] = [];
  page.on("request", (request) => {
    if (/\/assets\/routes-[^/]+\.js$/.test(request.url())) routeTableUrls.push(request.url());
  });
  await openPaused(page, "/terms");
  await page.mouse.move(5, 300, { steps: 2 });
  await page.waitForFunction(() => !("earlyInput" in window));
  expect(routeTableUrls).toEqual([]);
  await page.evaluate(() => document.documentElement.setAttribute("data-mark", ""));
  await page.getByRole("banner").getByRole("link", { name: "AI Tools" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "AI Tools Suite" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeVisible();
  await expect(page.locator("html[data-mark]")).toBeAttached();
  expect(routeTableUrls.length).toBe(1);
});

test("if the other routes can't be loaded, a link loads its target as a new document", async ({
  page,
  allowProblem,
}) => {
  allowProblem(/ERR_FAILED|Failed to load resource/);
  await page.route(/\/assets\/routes-/, (route) => route.abort());
  await page.goto("/terms");
  await page.mouse.move(5, 300, { steps: 2 });
  await waitUntilInteractive(page);
  await page.evaluate(() => document.documentElement.setAttribute("data-mark", ""));
  await page.getByRole("banner").getByRole("link", { name: "AI Tools" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "AI Tools Suite" })).toBeVisible();
  await expect(page.locator("html[data-mark]")).not.toBeAttached();
});
