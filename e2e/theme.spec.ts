import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";

const readBackgroundColor = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

const findHtmlTag = (html: string) => /<html[^>]*>/.exec(html)?.[0];

async function chooseTheme(page: Page, label: "Light" | "Dark" | "System"): Promise<void> {
  await page.getByRole("button", { name: "Toggle theme" }).click();
  await page.getByRole("button", { name: label, exact: true }).click();
}

/** Returns the brightness of the page's background, from 0 to 255. A canvas converts any color format to RGB. */
const measureBrightness = (page: Page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    if (!canvas) return -1;
    for (const element of [document.documentElement, document.body]) {
      canvas.fillStyle = getComputedStyle(element).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  });

test("on a first visit, the theme is dark, whatever the device prefers", async ({ openContext }) => {
  const page = await (await openContext({ colorScheme: "light" })).newPage();
  const html = await (await page.request.get("/")).text();
  expect(findHtmlTag(html)).toMatch(/<html[^>]* data-theme="dark"/);
  await page.goto("/terms");
  expect(await measureBrightness(page)).toBeLessThan(60);
});

test("a theme takes effect immediately and persists; System follows the device", async ({ page }) => {
  await test.step("Light, Dark and System take effect immediately, persist, and are in the server's HTML", async () => {
    await page.goto("/terms");
    await waitUntilInteractive(page);
    for (const [label, value] of [
      ["Light", "light"],
      ["System", "system"],
      ["Dark", "dark"],
      ["Light", "light"],
    ] as const) {
      await chooseTheme(page, label);
      await expect(page.locator("html")).toHaveAttribute("data-theme", value);
      await expect(page).toHaveURL(/\/terms$/);
      const html = await (await page.request.get("/")).text();
      expect(findHtmlTag(html)).toMatch(new RegExp(`<html[^>]* data-theme="${value}"`));
    }
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    expect(await measureBrightness(page)).toBeGreaterThan(200);
    await page.getByRole("button", { name: "Toggle theme" }).click();
    await expect(page.getByRole("button", { name: "Light", exact: true })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });

  await test.step("System follows the device's setting, including changes", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "System", exact: true }).click();
    expect(await measureBrightness(page)).toBeGreaterThan(200);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => measureBrightness(page)).toBeLessThan(60);
  });
});

test("no theme flash: the background is correct from the first paint on", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "theme", value: "light", url: baseURL ?? "" }]);
  await page.addInitScript(() => {
    const backgrounds: string[] = [];
    Object.assign(window, { seenBackgrounds: backgrounds });
    const check = () => {
      // Nothing is painted before the body exists.
      if (document.body) {
        const color = getComputedStyle(document.documentElement).backgroundColor;
        if (backgrounds.at(-1) !== color) backgrounds.push(color);
      }
      requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
  await page.goto("/terms");
  await waitUntilInteractive(page);
  const backgrounds = await page.evaluate(
    () => (window as unknown as { seenBackgrounds: string[] }).seenBackgrounds,
  );
  expect(new Set(backgrounds)).toEqual(new Set([await readBackgroundColor(page)]));
});
