import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

interface Controls {
  /** Buttons and fields that do nothing, and links without a target. */
  readonly problems: readonly string[];
  readonly links: readonly string[];
}

/** The buttons in posts and comments share one listener (web/forum/text/enhance-text.ts). */
const BUTTONS_IN_TEXT = ".copy-code, .enlarge-image";

/** A control works if it submits a form, belongs to one, opens a popover, or has a React handler. */
function readControls(page: Page): Promise<Controls> {
  return page.evaluate((buttonsInText) => {
    const hasHandler = (element: Element) => {
      const key = Object.keys(element).find((name) => name.startsWith("__reactProps$"));
      const props: unknown = key === undefined ? {} : Reflect.get(element, key);
      return Object.entries(props ?? {}).some(
        ([name, value]) => /^on(Click|Pointer|Mouse|Key|Change|Input)/.test(name) && value !== undefined,
      );
    };
    const problems: string[] = [];
    for (const element of document.querySelectorAll("button, input:not([type=hidden]), select, textarea")) {
      const control = element as HTMLButtonElement;
      const belongsToForm =
        control.form !== null && (control.tagName !== "BUTTON" || control.type === "submit");
      if (belongsToForm || control.hasAttribute("popovertarget") || hasHandler(control)) continue;
      if (!control.disabled && !control.matches(buttonsInText))
        problems.push(control.outerHTML.slice(0, 120));
    }
    const links: string[] = [];
    for (const link of document.querySelectorAll("a")) {
      const href = link.getAttribute("href") ?? "";
      if (href === "" || href === "#") problems.push(link.outerHTML.slice(0, 120));
      else if (href.startsWith("#") && !document.getElementById(href.slice(1)))
        problems.push(`no target: ${href}`);
      else if (href.startsWith("/")) links.push(href.split("#")[0] ?? "");
    }
    return { problems, links };
  }, BUTTONS_IN_TEXT);
}

/** Links that differ only in IDs or parameters have the same pattern. It is enough to check one of them. */
const toPattern = (path: string) =>
  path
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "{id}")
    .replace(/(after|tag|q|next)=[^&]*/g, "$1=")
    .replace(/^\/u\/.*/, "/u/");

/** Collects controls that do nothing and links without a target while a test visits screens. */
export class ControlChecker {
  readonly #page: Page;
  readonly #problems: string[] = [];
  readonly #links = new Map<string, Set<string>>();

  constructor(page: Page) {
    this.#page = page;
  }

  /** Reads the current screen. */
  async read(screen: string): Promise<void> {
    // Parts that load separately become interactive a moment after the page.
    await expect
      .poll(async () => (await readControls(this.#page)).problems.length, { timeout: 10_000 })
      .toBe(0)
      .catch(() => {});
    const { problems, links } = await readControls(this.#page);
    this.#problems.push(...problems.map((problem) => `${screen}: ${problem}`));
    for (const link of links)
      this.#links.set(toPattern(link), (this.#links.get(toPattern(link)) ?? new Set()).add(link));
  }

  /**
   * Follows the collected links and returns all problems. A pattern fails only if all of its links fail, because other
   * tests may have deleted the target of one.
   */
  async findProblems(): Promise<string[]> {
    expect(this.#links.size).toBeGreaterThan(20);
    const brokenLinks: string[] = [];
    for (const links of this.#links.values()) {
      const failures: string[] = [];
      for (const link of links) {
        const status = (await this.#page.request.get(link)).status();
        if (status < 400) break;
        failures.push(`${link} returned ${status}`);
      }
      if (failures.length === links.size) brokenLinks.push(...failures);
    }
    return [...this.#problems, ...brokenLinks];
  }
}
