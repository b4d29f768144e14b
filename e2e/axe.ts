import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOnly } from "axe-core";

/** The minified file takes half the time to parse on each page. A context can load it into each of its pages. */
export const AXE_FILE = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
const SOURCE = readFileSync(AXE_FILE, "utf8");

const STANDARDS: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** The color rules: the only ones a theme can affect. */
const COLOR_RULES: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** axe's findings on the page, one line per rule and element. In the light theme only color rules are checked. */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const isLight = await page.evaluate(() => document.documentElement.dataset.theme === "light");
  const { violations } = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, { runOnly, resultTypes: ["violations"] }),
    isLight ? COLOR_RULES : STANDARDS,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1]?.trim() ?? ""}`,
    ),
  );
}

/** Shows a theme and waits for the transitions of its colors. */
export const showTheme = (page: Page, theme: string | undefined): Promise<void> =>
  page.evaluate(async (value) => {
    document.documentElement.setAttribute("data-theme", value ?? "");
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    // Canceled transitions reject.
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  }, theme);

/** Findings in both themes, without transitions. Restores the page's theme. */
export async function findViolationsInThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  const { initialTheme, reducedMotion } = await page.evaluate(() => ({
    initialTheme: document.documentElement.dataset.theme,
    reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches
      ? ("reduce" as const)
      : ("no-preference" as const),
  }));
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const theme of ["dark", "light"]) {
    await showTheme(page, theme);
    found.push(...(await findViolations(page)).map((fault) => `${theme}: ${fault}`));
  }
  await showTheme(page, initialTheme);
  await page.emulateMedia({ reducedMotion });
  return found;
}

/**
 * axe's findings at a narrow and a wide width in both themes, and whether the page scrolls sideways at any width.
 * Restores the window's size.
 */
export async function findIssuesAtWidths(page: Page): Promise<string[]> {
  const issues: string[] = [];
  const initialSize = page.viewportSize();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    if (width !== 768) {
      // Makes the window as tall as the page, because what the fixed bars cover depends on the scroll position.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
      issues.push(...(await findViolationsInThemes(page)).map((fault) => `${width}: ${fault}`));
    }
    const overflow = await measureOverflow(page);
    if (overflow > 0) issues.push(`${width}: ${overflow} pixels too wide`);
  }
  if (initialSize) await page.setViewportSize(initialSize);
  return issues;
}

/** By how many pixels the page is wider than its window. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
