import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { findPost } from "./forum.ts";

/** The maximum size of a page's scripts after gzip -9, in bytes, measured as `npm run bench -- weight` does. */
const BUDGET = 130_000;

/** Posts with code or images request this file once they are hydrated. */
const POST_ENHANCEMENTS = /^\/assets\/enhance-text-/;

const PAGES: Readonly<Record<string, string | ((page: Page) => Promise<string>)>> = {
  home: "/",
  forum: "/forum",
  post: (page) => findPost(page, 'Payment "unconfirmed" for two days. Is it gone?'),
  "post with code": (page) =>
    findPost(page, "Nine of our twelve points came from the parser: a post-mortem of an eval"),
  news: "/news",
  article: "/news/00000000-0000-4000-8000-000000000001",
  "AI tools": "/ai-tools?tool=scanner",
  wallet: "/wallet",
  member: async (page) =>
    /\/u\/[\w-]+/.exec(await (await page.request.get("/forum")).text())?.[0] ?? "no author in the forum",
  "sign in": "/auth",
};

test("after the first interaction, a page requests exactly the scripts it lists, at most 130 kB", async ({
  page,
}) => {
  let bodies = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!/^\/assets\/.+\.js$/.test(pathname)) return;
    const body = response.body();
    bodies.set(pathname, body);
    // Reading a body fails once the page has been left, but by then no check needs it.
    body.catch(() => {});
  });
  // Stop the clock, so that animations and the live stream load nothing.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  for (const [name, target] of Object.entries(PAGES))
    await test.step(name, async () => {
      const path = typeof target === "string" ? target : await target(page);
      // The previous page may still be reloading the table of routes from the cache, so leave it first.
      await page.goto("about:blank");
      bodies = new Map();
      expect((await page.goto(path, { waitUntil: "networkidle" }))?.status()).toBe(200);
      expect(bodies.size).toBe(0);
      const listedFiles = await page.locator("#waiting-scripts").getAttribute("data-files");
      await page.mouse.move(5, 300);
      if (name === "news") await page.mouse.wheel(0, 200);
      else await page.mouse.move(9, 300);
      await page.waitForFunction(() => !("earlyInput" in window));
      await page.waitForLoadState("networkidle");
      const requestedFiles = [...bodies.keys()].filter((file) => !POST_ENHANCEMENTS.test(file));
      expect(new Set(requestedFiles)).toEqual(new Set(listedFiles?.split(" ")));

      // The table of routes is loaded on the first pointer press, key press or focus.
      await page.keyboard.press("Shift");
      await expect
        .poll(() => [...bodies.keys()].some((file) => file.startsWith("/assets/routes-")))
        .toBe(true);
      const sizes = await Promise.all(
        [...bodies.values()].map(async (body) => gzipSync(await body, { level: 9 }).length),
      );
      expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(BUDGET);
    });
});
