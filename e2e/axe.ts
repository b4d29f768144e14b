import type { Page } from "@playwright/test";
import axe from "axe-core";

/** axe is put into the page from outside, which the policy forbids: these contexts alone pass over it. */
export const AXE_CONTEXT = { bypassCSP: true, reducedMotion: "reduce" } as const;

/** What axe finds on the page as it stands, in one line per rule and place. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1]?.trim() ?? ""}`,
    ),
  );
}

/** What is wrong with the page at each of the three widths: axe's findings, and whether it scrolls sideways. */
export async function faultsAtWidths(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(...(await violations(page)).map((fault) => `${width}: ${fault}`));
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (beyond > 0) faults.push(`${width}: ${beyond} pixels beyond the edge`);
  }
  return faults;
}
