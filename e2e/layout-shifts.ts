import type { BrowserContext, Page } from "@playwright/test";

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

type RecordingWindow = Window & { layoutShifts?: string[] };

/** Records the layout shifts on each page that is opened from now on, including those after user input. */
export function recordLayoutShifts(target: BrowserContext | Page): Promise<unknown> {
  return target.addInitScript(() => {
    const shifts: string[] = [];
    (window as RecordingWindow).layoutShifts = shifts;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const movedElements = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 200) : node?.nodeValue,
        );
        shifts.push(`${value.toFixed(5)} ${movedElements.join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The page's layout shifts so far: score and moved elements. */
export function readLayoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as RecordingWindow).layoutShifts ?? []);
}
