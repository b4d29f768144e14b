import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { alive, makePost, posts, toastWith } from "./forum.ts";
import { makeMember, newName } from "./members.ts";

/** How visitors' pages really come: nothing here says `alive` before it has done what it is about. */

const isScript = (url: string) => /\/assets\/[^/]+\.js$/.test(new URL(url).pathname);

/** The scripts of pages stay on their way until `release`. */
async function holdScripts(context: BrowserContext): Promise<{ asked: string[]; release: () => void }> {
  const asked: string[] = [];
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await context.route(
    (url) => isScript(url.href),
    async (route) => {
      asked.push(route.request().url());
      await promise;
      await route.continue().catch(() => {});
    },
  );
  return { asked, release };
}

/** Everything that a page loads is there, while its own time stands still. */
async function openStill(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto(path, { waitUntil: "networkidle" });
}

test("no script is loaded until somebody is there, and any sign of it loads them", async ({
  openContext,
}) => {
  const signs: Record<string, (page: Page) => Promise<void>> = {
    "/": (page) => page.mouse.move(300, 300, { steps: 2 }),
    "/forum": (page) => page.keyboard.press("Tab"),
    "/news": (page) => page.mouse.wheel(0, 200),
    "/ai-tools": (page) => page.touchscreen.tap(5, 300),
    "/wallet": (page) => page.getByRole("heading", { level: 1 }).click(),
    "/auth": (page) => page.getByLabel("Email", { exact: true }).focus(),
  };
  for (const [path, sign] of Object.entries(signs)) {
    const context = await openContext({ hasTouch: true });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script" || isScript(request.url())) asked.push(request.url());
    });
    await openStill(page, path);
    // As of itself, for a page that comes under a pointer that rests.
    await page.mouse.move(20, 20);
    expect(asked, path).toEqual([]);
    await sign(page);
    await expect.poll(() => asked.length, { message: path }).toBeGreaterThan(3);
    await alive(page);
    await context.close();
  }
});

test("the browser gives elements the ids that the server gave them", async ({ page }) => {
  for (const path of ["/forum", "/auth"]) {
    await page.goto(path);
    await alive(page);
    const ids = await page.locator("[id]").evaluateAll((elements) =>
      elements.flatMap((element) => {
        const key = Object.keys(element).find((name) => name.startsWith("__reactProps$"));
        return key ? [[element.id, (element as unknown as Record<string, { id?: string }>)[key]?.id]] : [];
      }),
    );
    expect(ids.length).toBeGreaterThan(5);
    for (const [sent, known] of ids) expect(known, path).toBe(sent);
  }
});

test("what is about to move by itself loads the scripts, unless stillness is asked for", async ({
  openContext,
}) => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const page = await (await openContext({ reducedMotion })).newPage();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (isScript(request.url())) asked.push(request.url());
    });
    await openStill(page, "/");
    await page.clock.runFor(2900);
    expect(asked).toEqual([]);
    await page.clock.runFor(3000);
    if (reducedMotion === "reduce") expect(asked).toEqual([]);
    else await expect.poll(() => asked.length).toBeGreaterThan(3);
  }
});

test("in the frame after the first paint a click, typing and a form work", async ({ page, context }) => {
  const { release } = await holdScripts(context);
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
      Object.assign(window, { opened: document.querySelector(":popover-open") !== null });
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

test("links, menus and forms work while the scripts are on their way", async ({
  page,
  context,
  openContext,
}) => {
  const member = await makeMember(await openContext());
  const { release, asked } = await holdScripts(context);
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Forum" }).click();
  await expect(page).toHaveURL(/\/forum$/);
  await page.getByRole("button", { name: "Toggle theme" }).click();
  await page.getByRole("button", { name: "Light", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByPlaceholder("Search posts...").fill("unconfirmed");
  await page.getByPlaceholder("Search posts...").press("Enter");
  await expect(page).toHaveURL(/q=unconfirmed/);
  await expect(posts(page).first()).toContainText(/unconfirmed/i);
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("Email", { exact: true }).fill(member.email);
  await page.getByLabel("Password").fill(member.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("button", { name: `Account menu of ${member.username}` })).toBeVisible();
  expect(asked.length).toBeGreaterThan(3);
  release();
});

test("a click that scripts alone can answer is answered once they are there, and once", async ({
  page,
  context,
}) => {
  const { release } = await holdScripts(context);
  await page.goto("/wallet");
  await page.getByRole("button", { name: "Connect MetaMask" }).click();
  await expect(toastWith(page, "MetaMask Not Found")).toHaveCount(0);
  release();
  await expect(toastWith(page, "MetaMask Not Found")).toHaveCount(1);

  const { release: again } = await holdScripts(context);
  await page.goto("/wallet");
  await page.getByRole("button", { name: "Hide amounts" }).click();
  again();
  await expect(page.getByRole("button", { name: "Show amounts" })).toBeVisible();
});

test("what is typed before and while the scripts come stays, with the focus, and the page knows it", async ({
  page,
  context,
  openContext,
}) => {
  const writer = await (await openContext()).newPage();
  await makeMember(writer.context());
  const path = await makePost(writer, { title: `Typed early ${newName()}`, content: "Words." });
  const { release } = await holdScripts(context);
  await page.goto(path);
  const box = page.getByLabel("Write a comment");
  await box.click();
  await page.keyboard.type("Half a ");
  release();
  await page.keyboard.type("thought, ");
  await alive(page);
  await page.keyboard.type("and the rest.");
  await expect(box).toHaveValue("Half a thought, and the rest.");
  await expect(box).toBeFocused();
  await page.reload();
  await alive(page);
  await expect(box).toHaveValue("Half a thought, and the rest.");

  const { release: again } = await holdScripts(context);
  await page.goto("/forum");
  const search = page.getByPlaceholder("Search posts, news, users...");
  await search.click();
  await page.keyboard.type("unconfirmed");
  again();
  await expect(page.getByRole("listbox", { name: "Suggestions" }).getByRole("option").first()).toBeVisible();
  await expect(search).toHaveValue("unconfirmed");
});

test("a list's search that was typed early and left is searched for", async ({ page, context }) => {
  const { release } = await holdScripts(context);
  await page.goto("/forum");
  await page.getByPlaceholder("Search posts...").click();
  await page.keyboard.type("unconfirmed");
  await page.getByRole("heading", { level: 1 }).click();
  release();
  await expect(page).toHaveURL(/q=unconfirmed/);
  await expect(page.getByPlaceholder("Search posts...")).toHaveValue("unconfirmed");
});

test("a key that scripts alone can answer is answered once they are there", async ({ page, context }) => {
  const { release } = await holdScripts(context);
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Login" }).focus();
  await page.keyboard.press("ArrowRight");
  release();
  await expect(page.getByRole("tab", { name: "Register" })).toBeFocused();
  await expect(page.getByRole("tab", { name: "Register" })).toHaveAttribute("aria-selected", "true");
});

test("without the scripts' files the page goes on, and a later sign asks for them again", async ({
  page,
  context,
  allowProblem,
}) => {
  allowProblem(/ERR_FAILED|Failed to load resource/);
  let isGone = true;
  let refused = 0;
  await context.route(
    (url) => isScript(url.href),
    (route) => {
      if (isGone) refused += 1;
      return isGone ? route.abort() : route.continue();
    },
  );
  await page.goto("/forum");
  await page.mouse.move(300, 300, { steps: 2 });
  await expect.poll(() => refused).toBeGreaterThan(3);
  await page.getByRole("navigation", { name: "Sort" }).getByRole("link", { name: "New" }).click();
  await expect(page).toHaveURL(/sort=new/);
  await expect(posts(page).first()).toBeVisible();
  await page.mouse.move(310, 310, { steps: 2 });
  await expect.poll(() => page.evaluate(() => "earlyInput" in window)).toBe(true);
  isGone = false;
  await expect(async () => {
    await page.mouse.move(300 + Math.random() * 50, 300, { steps: 2 });
    expect(await page.evaluate(() => "earlyInput" in window)).toBe(false);
  }).toPass();
  await alive(page);
});

test("a page behind a link is fetched when it is pointed at, and tells that it is shown", async ({
  page,
  context,
}) => {
  const { release } = await holdScripts(context);
  await page.goto("/");
  const link = page.getByRole("banner").getByRole("link", { name: "Forum" });
  await link.hover();
  const told = page.waitForRequest((request) => request.method() === "HEAD");
  // Headless browsers fetch ahead as others do, and say nothing of it until the page is used.
  await expect(async () => {
    await link.click({ noWaitAfter: true });
    await page.waitForURL(/\/forum$/, { waitUntil: "commit" });
    const how = await page.evaluate(() => {
      const [arrival] = performance.getEntriesByType("navigation") as { deliveryType?: string }[];
      return arrival?.deliveryType;
    });
    if (how !== "navigational-prefetch") {
      await page.goBack({ waitUntil: "commit" });
      await link.hover();
    }
    expect(how).toBe("navigational-prefetch");
  }).toPass();
  expect(new URL((await told).url()).pathname).toBe("/forum");
  release();
});

test("Back after a reload shows what the address says", async ({ page }) => {
  await page.goto("/forum");
  await alive(page);
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

test("a visitor's page that was open while they signed in elsewhere shows it at the first sign", async ({
  page,
  context,
}) => {
  await page.goto("/forum");
  const member = await makeMember(context);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await page.mouse.move(300, 300, { steps: 2 });
  await expect(page.getByRole("button", { name: `Account menu of ${member.username}` })).toBeVisible();
});
