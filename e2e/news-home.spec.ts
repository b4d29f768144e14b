import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { startHttpServer } from "#server/testing/http-server.ts";
import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";
import { readLayoutShifts, recordLayoutShifts } from "./layout-shifts.ts";

const getCarousel = (page: Page) => page.getByRole("region", { name: "Flash news", exact: true });
const getCurrentDot = (page: Page) => getCarousel(page).locator("button[aria-current=true]");
const getTicker = (page: Page) => page.getByRole("region", { name: "Crypto prices" });
const getHighlightedPrice = (page: Page) => getTicker(page).locator("li[data-current]");

/** Opens the home page with a paused clock, so that tests control the timers. */
async function openPaused(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto("/");
  await waitUntilInteractive(page);
  await expect(getCarousel(page).getByRole("button", { name: /^(Pause|Resume) flash news$/ })).toBeVisible();
}

/** Must be called before the clock runs, because each scroll event may restart the interval. */
async function waitUntilScrolled(page: Page, index: number): Promise<void> {
  const list = getCarousel(page).getByRole("list");
  await expect.poll(() => list.evaluate((row) => row.scrollLeft / row.clientWidth)).toBe(index);
}

/** Moves the pointer and focus elsewhere, and waits for the page to react. Works even while the clock is paused. */
async function moveAway(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    (document.activeElement as HTMLElement).blur();
    await scheduler.postTask(() => {}, { priority: "background" });
  });
}

/** Counts the visible images that aren't loaded yet. */
const countLoadingImages = (page: Page) =>
  page.evaluate(() => {
    const isVisible = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight;
    return [...document.images].filter((image) => !image.complete && isVisible(image.getBoundingClientRect()))
      .length;
  });

/** Simulates switching to another tab or, with false, back to this one. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      value: isHidden ? "hidden" : "visible",
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

test("the home page has its sections in the order of the specification, the first discussions near the top, and no article twice", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.locator("main :is(h1, h2), main section[aria-label]")).toHaveText([
    /^Serious discussion/,
    "Flash news",
    "Flash News Feed",
    /^BTC/,
    "Discussions",
    "Latest News",
    "Community",
    "Popular tags",
  ]);
  const feed = page.getByRole("region", { name: "Flash News Feed" }).getByRole("article");
  await expect(feed).toHaveCount(3);
  await expect(getTicker(page).getByRole("listitem")).toHaveText([/^BTC/, /^ETH/, /^BNB/, /^ADA/]);
  await expect(getTicker(page)).toContainText("Sample");
  const hrefs = await page
    .locator("main a[href^='/news/']")
    .evaluateAll((elements) => elements.map((element) => element.getAttribute("href")));
  expect(hrefs.length).toBe(new Set(hrefs).size);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const hero = await page.getByRole("region", { name: /^Serious discussion/ }).boundingBox();
    const discussions = await page.getByRole("region", { name: "Discussions" }).boundingBox();
    if (!hero || !discussions) throw new Error("a part of the page is missing");
    expect(hero.height, `${width}`).toBeLessThanOrEqual(160);
    expect(discussions.y - hero.y - hero.height, `${width}`).toBeLessThanOrEqual(200);
    const footer = await page.getByRole("contentinfo").boundingBox();
    expect(footer?.height, `${width}`).toBeLessThanOrEqual(width < 1024 ? 320 : 200);
  }
});

test("the carousel and the ticker advance unless hovered, focused or paused; previous, next and dots move the carousel", async ({
  page,
}) => {
  await openPaused(page);
  await test.step("hovering or focusing the ticker pauses it", async () => {
    await getHighlightedPrice(page).hover();
    await page.clock.runFor(10_000);
    await expect(getHighlightedPrice(page)).toContainText("BTC");
    await moveAway(page);
    await page.clock.runFor(3000);
    await expect(getHighlightedPrice(page)).toContainText("ETH");
    await getTicker(page).getByRole("button", { name: "Pause ticker" }).focus();
    await page.clock.runFor(10_000);
    await expect(getHighlightedPrice(page)).toContainText("ETH");
    await moveAway(page);
    await page.clock.runFor(3000);
    await expect(getHighlightedPrice(page)).toContainText("BNB");
    await getTicker(page).getByRole("button", { name: "Pause ticker" }).click();
    await moveAway(page);
    await page.clock.runFor(10_000);
    await expect(getHighlightedPrice(page)).toContainText("BNB");
  });

  const articleCount = await getCarousel(page).getByRole("article").count();
  await getCarousel(page)
    .getByRole("button", { name: /^Article 1 / })
    .click();
  const expectCurrentArticle = (number: number) =>
    expect(getCurrentDot(page)).toHaveAccessibleName(new RegExp(`^Article ${number} of`));
  await getCarousel(page).getByRole("button", { name: "Previous article" }).click();
  await expectCurrentArticle(articleCount);
  await getCarousel(page).getByRole("button", { name: "Next article" }).click();
  await expectCurrentArticle(1);
  // Every quick click counts, even while the row is still scrolling.
  await getCarousel(page).getByRole("button", { name: "Next article" }).click({ clickCount: 2 });
  await expectCurrentArticle(articleCount > 2 ? 3 : 1);
  await waitUntilScrolled(page, articleCount > 2 ? 2 : 0);
  await expectCurrentArticle(articleCount > 2 ? 3 : 1);
  await getCarousel(page)
    .getByRole("button", { name: /^Article 2 / })
    .click();
  await expectCurrentArticle(2);
  // First both pointer and focus are on the carousel, then only focus, then only the pointer.
  await page.clock.runFor(11_000);
  await expectCurrentArticle(2);
  await page.mouse.move(0, 0);
  await page.clock.runFor(11_000);
  await expectCurrentArticle(2);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await getCarousel(page).hover();
  await page.clock.runFor(11_000);
  await expectCurrentArticle(2);
  await getCarousel(page).getByRole("button", { name: "Pause flash news" }).click();
  await moveAway(page);
  await page.clock.runFor(11_000);
  await expectCurrentArticle(2);
  await getCarousel(page).getByRole("button", { name: "Resume flash news" }).click();
  await moveAway(page);
  await page.clock.runFor(5000);
  await expect(getCurrentDot(page)).not.toHaveAccessibleName(/^Article 2 /);

  await test.step("the carousel advances every five seconds and the ticker every three; both wrap around, and pause in a hidden tab", async () => {
    await getTicker(page).getByRole("button", { name: "Resume ticker" }).click();
    await moveAway(page);
    for (const symbol of ["ADA", "BTC", "ETH", "BNB"]) {
      await page.clock.runFor(3000);
      await expect(getHighlightedPrice(page)).toContainText(symbol);
    }
    expect(articleCount).toBeGreaterThan(1);
    await getCarousel(page)
      .getByRole("button", { name: /^Article 1 / })
      .click();
    await waitUntilScrolled(page, 0);
    await moveAway(page);
    for (let number = 2; number <= articleCount + 1; number += 1) {
      await page.clock.runFor(5000);
      await expect(getCurrentDot(page)).toHaveAccessibleName(
        new RegExp(`^Article ${number > articleCount ? 1 : number} of`),
      );
      await waitUntilScrolled(page, number > articleCount ? 0 : number - 1);
    }

    await test.step("in a hidden tab, the carousel and the ticker pause, then continue where they left off", async () => {
      const symbols = ["BTC", "ETH", "BNB", "ADA"];
      const readPriceIndex = async () =>
        symbols.indexOf(((await getHighlightedPrice(page).textContent()) ?? "").slice(0, 3));
      const readArticleNumber = async () =>
        Number(/^Article (\d+)/.exec((await getCurrentDot(page).getAttribute("aria-label")) ?? "")?.[1]);
      await setHidden(page, true);
      const indexesBefore = { price: await readPriceIndex(), article: await readArticleNumber() };
      // Without the pause, 202 steps through four prices and 121 through five articles would end elsewhere.
      await page.clock.runFor(607_000);
      expect({ price: await readPriceIndex(), article: await readArticleNumber() }).toEqual(indexesBefore);
      await setHidden(page, false);
      await page.clock.runFor(3000);
      await expect.poll(readPriceIndex).toBe((indexesBefore.price + 1) % symbols.length);
      await page.clock.runFor(2000);
      await expect.poll(readArticleNumber).toBe((indexesBefore.article % articleCount) + 1);
    });
  });
});

test("with reduced motion, the carousel and the ticker are stopped, and can be started", async ({
  openContext,
}) => {
  const page = await (await openContext({ reducedMotion: "reduce" })).newPage();
  await openPaused(page);
  await expect(getCarousel(page).getByRole("button", { name: "Resume flash news" })).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(getHighlightedPrice(page)).toContainText("BTC");
  await expect(getCurrentDot(page)).toHaveAccessibleName(/^Article 1 /);
  await getTicker(page).getByRole("button", { name: "Resume ticker" }).click();
  await moveAway(page);
  await page.clock.runFor(3000);
  await expect(getHighlightedPrice(page)).toContainText("ETH");
});

test("there is no layout shift while the home page and the news load", async ({ openContext }) => {
  for (const width of [360, 1280]) {
    const page = await (await openContext({ viewport: { width, height: 900 } })).newPage();
    await recordLayoutShifts(page);
    for (const path of ["/", "/news"]) {
      await page.goto(path, { waitUntil: "networkidle" });
      await page.mouse.wheel(0, 4000);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
      await expect.poll(() => countLoadingImages(page)).toBe(0);
      expect(await readLayoutShifts(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

test("there is no layout shift while the HTML arrives in small parts", async ({
  openContext,
  baseURL,
  allowProblem,
}) => {
  allowProblem(/404 \(Not Found\).*\/missing/);
  const slowServer = await startHttpServer(async (request, response) => {
    const original = await fetch(new URL(request.url ?? "/", baseURL));
    const type = original.headers.get("Content-Type") ?? "";
    response.writeHead(original.status, { "Content-Type": type });
    const content = Buffer.from(await original.arrayBuffer());
    const partSize = type.startsWith("text/html") ? 2000 : content.length;
    for (let start = 0; start < content.length; start += partSize) {
      response.write(content.subarray(start, start + partSize));
      await setTimeout(40);
    }
    response.end();
  });
  try {
    const page = await (await openContext({ viewport: { width: 360, height: 800 } })).newPage();
    await recordLayoutShifts(page);
    for (const path of ["/", "/forum", "/missing"]) {
      await page.goto(slowServer.origin + path);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await readLayoutShifts(page), path).toEqual([]);
    }
  } finally {
    await slowServer.close();
  }
});

test("without JavaScript, the first flash article is shown, without controls", async ({
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .*\.js csp$/);
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/");
  await expect(getCarousel(page).getByRole("article").first()).toBeInViewport();
  await expect(getCarousel(page).getByRole("button", { name: "Next article" })).toBeHidden();
  await expect(getHighlightedPrice(page)).toContainText("BTC");
});
