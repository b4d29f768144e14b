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
