import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOnly } from "axe-core";

/** Every page that is checked parses it: the short form takes half the time. A context can load it into each of its pages. */
export const AXE_FILE = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
const SOURCE = readFileSync(AXE_FILE, "utf8");

/** For pages that get axe when they are checked: the policy of pages forbids it, and these contexts alone pass over that. */
export const AXE_CONTEXT = { bypassCSP: true, reducedMotion: "reduce" } as const;

const STANDARDS: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** What hangs on colours: all that another theme can change. */
const COLOURS: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** What axe finds on the page as it stands, in one line per rule and place; in the light theme by the rules on colours alone. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const isLight = await page.evaluate(() => document.documentElement.dataset.theme === "light");
  const { violations } = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, { runOnly, resultTypes: ["violations"] }),
    isLight ? COLOURS : STANDARDS,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1]?.trim() ?? ""}`,
    ),
  );
}

/** The same in both themes, one after the other; the page stays in its own. */
export async function violationsInThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  const show = (theme: string | undefined) =>
    page.evaluate((wanted) => document.documentElement.setAttribute("data-theme", wanted ?? ""), theme);
  const own = await page.evaluate(() => document.documentElement.dataset.theme);
  for (const theme of ["dark", "light"]) {
    await show(theme);
    found.push(...(await violations(page)).map((fault) => `${theme}: ${fault}`));
  }
  await show(own);
  return found;
}

/** What is wrong with the page: axe's findings at the narrow and the wide width in both themes, and whether it scrolls sideways at any. */
export async function faultsAtWidths(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    if (width !== 768) faults.push(...(await violationsInThemes(page)).map((fault) => `${width}: ${fault}`));
    const beyond = await beyondEdge(page);
    if (beyond > 0) faults.push(`${width}: ${beyond} pixels beyond the edge`);
  }
  return faults;
}

/** How many pixels the page is wider than its window. */
export const beyondEdge = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
