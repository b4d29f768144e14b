import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";

const carousel = (page: Page) => page.getByRole("region", { name: "Flash news", exact: true });
const current = (page: Page) => carousel(page).locator("button[aria-current=true]");
const ticker = (page: Page) => page.getByRole("region", { name: "Crypto prices" });
/** The entry shown first. */
const lead = (page: Page) => ticker(page).locator("li[style*='order:0'], li[style*='order: 0']");

/** Opens the home page with a paused clock, so that tests control the timers. */
async function openPaused(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto("/");
  await waitUntilInteractive(page);
  await expect(carousel(page).getByRole("button", { name: /^(Pause|Resume) the flash news$/ })).toBeVisible();
}

test("the home page has its sections in the order of the specification", async ({ page }) => {
  await page.goto("/");
  const tops: number[] = [];
  for (const section of [
    page.getByRole("heading", { level: 1 }),
    carousel(page),
    ticker(page),
    page.getByRole("heading", { name: "Discussions" }),
    page.getByRole("heading", { name: "Latest News" }),
  ]) {
    tops.push((await section.boundingBox())?.y ?? Number.NaN);
  }
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  const feed = page.getByRole("region", { name: "Flash News Feed" }).getByRole("article");
  await expect(feed).toHaveCount(3);
  await expect(ticker(page).getByRole("listitem")).toHaveText([/^BTC/, /^ETH/, /^BNB/, /^ADA/]);
  await expect(ticker(page)).toContainText("Sample");
});

test("the carousel advances every five seconds and the ticker every three; both wrap around", async ({
  page,
}) => {
  await openPaused(page);
  await expect(lead(page)).toContainText("BTC");
  for (const symbol of ["ETH", "BNB", "ADA", "BTC"]) {
    await page.clock.runFor(3000);
    await expect(lead(page)).toContainText(symbol);
  }
  const stories = await carousel(page).getByRole("article").count();
  expect(stories).toBeGreaterThan(1);
  await carousel(page)
    .getByRole("button", { name: /^Story 1 / })
    .click();
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (let story = 2; story <= stories + 1; story += 1) {
    await page.clock.runFor(5000);
    await expect(current(page)).toHaveAccessibleName(new RegExp(`^Story ${story > stories ? 1 : story} of`));
  }
});

test("previous, next and dots move the carousel; hovering, focus and the button pause it", async ({
  page,
}) => {
  await openPaused(page);
  const stories = await carousel(page).getByRole("article").count();
  const isAt = (story: number) =>
    expect(current(page)).toHaveAccessibleName(new RegExp(`^Story ${story} of`));
  await carousel(page).getByRole("button", { name: "Previous story" }).click();
  await isAt(stories);
  await carousel(page).getByRole("button", { name: "Next story" }).click();
  await isAt(1);
  await carousel(page)
    .getByRole("button", { name: /^Story 2 / })
    .click();
  await isAt(2);
  // First pointer and focus are on it, then only the focus.
  await page.clock.runFor(11_000);
  await isAt(2);
  await page.mouse.move(0, 0);
  await page.clock.runFor(11_000);
  await isAt(2);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await carousel(page).hover();
  await page.clock.runFor(11_000);
  await isAt(2);
  await carousel(page).getByRole("button", { name: "Pause the flash news" }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.mouse.move(0, 0);
  await page.clock.runFor(11_000);
  await isAt(2);
  await carousel(page).getByRole("button", { name: "Resume the flash news" }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.mouse.move(0, 0);
  await page.clock.runFor(5000);
  await expect(current(page)).not.toHaveAccessibleName(/^Story 2 /);
});

/** Simulates switching to another tab and back. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      value: hidden ? "hidden" : "visible",
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

test("in a hidden tab both pause, then continue from there", async ({ page }) => {
  await openPaused(page);
  const symbols = ["BTC", "ETH", "BNB", "ADA"];
  const stories = await carousel(page).getByRole("article").count();
  const price = async () => symbols.indexOf(((await lead(page).textContent()) ?? "").slice(0, 3));
  const story = async () =>
    Number(/^Story (\d+)/.exec((await current(page).getAttribute("aria-label")) ?? "")?.[1]);
  await setHidden(page, true);
  const before = { price: await price(), story: await story() };
  // Neither 202 turns of four prices nor 121 of five stories end where they started.
  await page.clock.runFor(607_000);
  expect({ price: await price(), story: await story() }).toEqual(before);
  await setHidden(page, false);
  await page.clock.runFor(3000);
  await expect.poll(price).toBe((before.price + 1) % symbols.length);
  await page.clock.runFor(2000);
  await expect.poll(story).toBe((before.story % stories) + 1);
});

test("hovering or focusing the ticker pauses it", async ({ page }) => {
  await openPaused(page);
  await lead(page).hover();
  await page.clock.runFor(10_000);
  await expect(lead(page)).toContainText("BTC");
  await page.mouse.move(0, 0);
  await page.clock.runFor(3000);
  await expect(lead(page)).toContainText("ETH");
  await ticker(page).getByRole("button", { name: "Pause the prices" }).focus();
  await page.clock.runFor(10_000);
  await expect(lead(page)).toContainText("ETH");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.runFor(3000);
  await expect(lead(page)).toContainText("BNB");
  await ticker(page).getByRole("button", { name: "Pause the prices" }).click();
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.runFor(10_000);
  await expect(lead(page)).toContainText("BNB");
});

test("with reduced motion both are stopped, and can be started", async ({ openContext }) => {
  const page = await (await openContext({ reducedMotion: "reduce" })).newPage();
  await openPaused(page);
  await expect(carousel(page).getByRole("button", { name: "Resume the flash news" })).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(lead(page)).toContainText("BTC");
  await expect(current(page)).toHaveAccessibleName(/^Story 1 /);
  await ticker(page).getByRole("button", { name: "Resume the prices" }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.mouse.move(0, 0);
  await page.clock.runFor(3000);
  await expect(lead(page)).toContainText("ETH");
});

test("there is no layout shift while the home page and the news load", async ({ openContext }) => {
  for (const width of [360, 1280]) {
    const page = await (await openContext({ viewport: { width, height: 900 } })).newPage();
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          (window as unknown as { shift: number }).shift =
            ((window as unknown as { shift: number }).shift ?? 0) + entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const path of ["/", "/news"]) {
      await page.goto(path, { waitUntil: "networkidle" });
      await page.mouse.wheel(0, 4000);
      await page.waitForTimeout(300);
      expect(
        await page.evaluate(() => (window as unknown as { shift?: number }).shift ?? 0),
        `${path} at ${width}`,
      ).toBe(0);
    }
  }
});

test("without scripts the first flash story is shown, without controls", async ({
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .*\.js csp$/);
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/");
  await expect(carousel(page).getByRole("article").first()).toBeInViewport();
  await expect(carousel(page).getByRole("button", { name: "Next story" })).toBeHidden();
  await expect(lead(page)).toContainText("BTC");
});
