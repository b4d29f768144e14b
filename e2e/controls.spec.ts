import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { alive } from "./forum.ts";
import { makeMember, signInAsAdmin } from "./members.ts";
import { listScreens } from "./screens.ts";

const OF_ADMINISTRATORS = [
  ...["users", "content", "reports", "analytics", "settings", "log"].map((tab) => `/admin?tab=${tab}`),
  ...["comments", "articles", "sources"].map((kind) => `/admin?tab=content&kind=${kind}`),
  ...["/admin/content/sources/new", "/admin/newsletter", "/admin/outbox"],
];

interface Controls {
  /** Buttons and fields that neither belong to a form nor do anything of their own. */
  readonly idle: readonly string[];
  readonly links: readonly string[];
}

/** What acts is told from the element: a form that it sends or is read by, or what React calls when it is used. */
function readControls(page: Page): Promise<Controls> {
  return page.evaluate(() => {
    const acts = (element: Element) => {
      const key = Object.keys(element).find((name) => name.startsWith("__reactProps$"));
      const props: unknown = key === undefined ? {} : Reflect.get(element, key);
      return Object.entries(props ?? {}).some(
        ([name, value]) => /^on(Click|Pointer|Mouse|Key|Change|Input)/.test(name) && value !== undefined,
      );
    };
    const idle: string[] = [];
    for (const element of document.querySelectorAll("button, input:not([type=hidden]), select, textarea")) {
      const control = element as HTMLButtonElement;
      const isOfForm = control.form !== null && (control.tagName !== "BUTTON" || control.type === "submit");
      if (isOfForm || control.hasAttribute("popovertarget") || acts(control)) continue;
      if (!control.disabled) idle.push(control.outerHTML.slice(0, 120));
    }
    const links: string[] = [];
    for (const link of document.querySelectorAll("a")) {
      const to = link.getAttribute("href") ?? "";
      if (to === "" || to === "#") idle.push(link.outerHTML.slice(0, 120));
      else if (to.startsWith("#") && !document.getElementById(to.slice(1))) idle.push(`leads nowhere: ${to}`);
      else if (to.startsWith("/")) links.push(to.split("#")[0] ?? "");
    }
    return { idle, links };
  });
}

/** Of addresses that differ in what they show alone, one is followed. */
const kindOf = (path: string) =>
  path
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "{id}")
    .replace(/(after|tag|q|next)=[^&]*/g, "$1=")
    .replace(/^\/u\/.*/, "/u/");

for (const who of ["visitor", "member", "administrator"] as const) {
  test(`every control of every screen acts, and every link leads somewhere: ${who}`, async ({
    page: maker,
    openContext,
    allowProblem,
  }) => {
    allowProblem(/status of 404 /);
    // A member's walk goes where members have controls of their own.
    const screens = (await listScreens(maker)).filter(({ memberOnly, path }) =>
      who === "visitor" ? !memberOnly : memberOnly || path === "/" || path.startsWith("/forum"),
    );
    const context = await openContext();
    if (who === "member") await makeMember(context);
    if (who === "administrator") await signInAsAdmin(context);
    const page = await context.newPage();
    const found: string[] = [];
    const links = new Map<string, string>();
    const paths = who === "administrator" ? OF_ADMINISTRATORS : screens.map(({ path }) => path);
    for (const path of paths) {
      await page.goto(path);
      await alive(page);
      // A part that loads on its own comes alive a moment after the page.
      await expect
        .poll(async () => (await readControls(page)).idle.length, { timeout: 10_000 })
        .toBe(0)
        .catch(() => {});
      const controls = await readControls(page);
      found.push(...controls.idle.map((control) => `${path}: ${control}`));
      for (const link of controls.links) links.set(kindOf(link), link);
    }
    expect(links.size).toBeGreaterThan(20);
    for (const link of links.values()) {
      const status = (await page.request.get(link)).status();
      if (status >= 400) found.push(`${link} answers ${status}`);
    }
    expect(found).toEqual([]);
  });
}
