import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { createPost, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";

test.use({ viewport: { width: 360, height: 640 } });

/**
 * Moves focus through the page with Tab or Shift+Tab. Returns the names of all focused elements and of those that the
 * bar or header covers.
 */
async function tabThrough(
  page: Page,
  key: "Tab" | "Shift+Tab",
): Promise<{ names: string[]; coveredNames: string[] }> {
  const names: string[] = [];
  const coveredNames: string[] = [];
  for (let presses = 0; presses < 400; presses += 1) {
    await page.keyboard.press(key);
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const { left, top, right, ...box } = element.getBoundingClientRect();
      // Browsers scroll only the caret's line of a text box into view.
      const bottom = element.tagName === "TEXTAREA" ? Math.min(box.bottom, top + 32) : box.bottom;
      const bar = document.querySelector(".main-navigation")?.getBoundingClientRect();
      const header = document.querySelector("header")?.getBoundingClientRect();
      const isFixed =
        element.closest("header, nav.main-navigation, [popover], dialog, a[href='#main']") !== null;
      const isCovered =
        !isFixed &&
        right > left &&
        (bottom > (bar?.top ?? innerHeight) + 0.5 || top < (header?.bottom ?? 0) - 0.5);
      // An element taller than the free space can't be entirely visible.
      const isTall = bottom - top > (bar?.top ?? innerHeight) - (header?.bottom ?? 0);
      return {
        name: (element.getAttribute("aria-label") || element.textContent?.trim() || element.outerHTML).slice(
          0,
          80,
        ),
        isCovered: isCovered && !isTall,
      };
    });
    if (focus === null) break;
    names.push(focus.name);
    if (focus.isCovered) coveredNames.push(focus.name);
  }
  return { names, coveredNames };
}

test("on phones, the bar never covers the focused element, and precedes the page's content in the tab order", async ({
  page,
  member,
}) => {
  expect(member.username).not.toBe("");
  const postPath = await createPost(page, {
    title: `Below the bar ${generateName()}`,
    content: "Some text. ".repeat(300),
  });
  for (const path of ["/forum?q=wallet", postPath, "/settings", "/create"]) {
    await page.goto(path);
    await waitUntilInteractive(page);
    const { names, coveredNames } = await tabThrough(page, "Tab");
    expect(coveredNames, path).toEqual([]);
    expect(names[0]).toBe("Skip to content");
    expect(names.slice(0, 8), path).toEqual(
      expect.arrayContaining(["Home", "News", "Forum", "AI Tools", "Wallet"]),
    );
    expect(names.length).toBeGreaterThan(20);
    expect((await tabThrough(page, "Shift+Tab")).coveredNames, `${path} backwards`).toEqual([]);
  }
});
