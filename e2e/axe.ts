import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOnly } from "axe-core";

/** The minified file, because each page parses it in half the time. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const STANDARDS: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** The color rules: the only ones a theme can affect. */
const COLOR_RULES: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/**
 * The parts that all screens share. They are checked once (e2e/accessibility.spec.ts), and whenever something in
 * them is open.
 */
const FRAME = "body > header, body > footer";
/** A selector that matches no element. */
const NOTHING = ":not(*)";
const OPEN_PARTS = ":popover-open, dialog[open], details[open], [aria-expanded=true]";

interface AxeScope {
  /** Also checks the header and the footer. */
  readonly withFrame?: boolean;
  readonly runOnly?: RunOnly;
}

/**
 * axe's findings on the page, one line per rule and element. By default, only the color rules are checked in the light
 * theme.
 */
export async function findViolations(
  page: Page,
  { withFrame = false, runOnly }: AxeScope = {},
): Promise<string[]> {
  const { hasAxe, isLight } = await page.evaluate(() => ({
    hasAxe: "axe" in window,
    isLight: document.documentElement.dataset.theme === "light",
  }));
  if (!hasAxe) await page.evaluate(SOURCE);
  const { violations } = await page.evaluate(
    ({ frame, openParts, rules }) => {
      const exclude = [...document.querySelectorAll(frame)].filter((part) => !part.querySelector(openParts));
      return (window as unknown as { axe: typeof axe }).axe.run(
        { include: document, exclude },
        { runOnly: rules, resultTypes: ["violations"] },
      );
    },
    {
      frame: withFrame ? NOTHING : FRAME,
      openParts: OPEN_PARTS,
      rules: runOnly ?? (isLight ? COLOR_RULES : STANDARDS),
    },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1]?.trim() ?? ""}`,
    ),
  );
}

/** Switches to a theme, without color transitions. */
export const showTheme = (page: Page, theme: string | undefined): Promise<void> =>
  page.evaluate((value) => {
    document.documentElement.setAttribute("data-theme", value ?? "");
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  }, theme);

/** Returns the findings in both themes. Restores the page's theme. */
export const findViolationsInThemes = (page: Page, scope: AxeScope = {}): Promise<string[]> =>
  withoutMotion(page, async () => {
    const violations: string[] = [];
    for (const theme of ["dark", "light"]) {
      await showTheme(page, theme);
      violations.push(...(await findViolations(page, scope)).map((violation) => `${theme}: ${violation}`));
    }
    return violations;
  });

/**
 * axe's findings at a narrow width in the dark theme and a wide one in the light theme, and whether the page scrolls
 * sideways at these widths or at one in between. Restores the window's size and the page's theme.
 */
export const findIssuesAtWidths = (page: Page, scope: AxeScope = {}): Promise<string[]> =>
  withoutMotion(page, async () => {
    const issues: string[] = [];
    const initialSize = page.viewportSize();
    for (const [width, theme] of [
      [360, "dark"],
      [768, null],
      [1440, "light"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      if (theme) {
        await showTheme(page, theme);
        // Makes the window as tall as the page. Otherwise, what the fixed bars cover would depend on the scroll
        // position.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width, height });
        const violations = await findViolations(page, { ...scope, runOnly: STANDARDS });
        issues.push(...violations.map((violation) => `${width}, ${theme}: ${violation}`));
      }
      const overflow = await measureOverflow(page);
      if (overflow > 0) issues.push(`${width}: ${overflow} pixels too wide`);
      if (width === 360) {
        const overflowEnlarged = await withDoubledText(page, () => measureOverflow(page));
        if (overflowEnlarged > 0) issues.push(`${width}, doubled text: ${overflowEnlarged} pixels too wide`);
      }
    }
    if (initialSize) await page.setViewportSize(initialSize);
    return issues;
  });

/** Runs a check without transitions, then restores the page's theme. */
async function withoutMotion(page: Page, check: () => Promise<string[]>): Promise<string[]> {
  const [theme, isReduced] = await page.evaluate(
    () =>
      [
        document.documentElement.dataset.theme,
        matchMedia("(prefers-reduced-motion: reduce)").matches,
      ] as const,
  );
  if (!isReduced) await page.emulateMedia({ reducedMotion: "reduce" });
  const results = await check();
  await showTheme(page, theme);
  if (!isReduced) await page.emulateMedia({ reducedMotion: "no-preference" });
  return results;
}

/** Runs a check with the browser's text size doubled. */
export async function withDoubledText<Result>(page: Page, check: () => Promise<Result>): Promise<Result> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  const result = await check();
  await session.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
  await session.detach();
  return result;
}

/** Returns how many pixels wider the page is than its window. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
