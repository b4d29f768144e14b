import type { APIResponse, Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { readTestEnvironment } from "./global-setup.ts";

export interface NewPost {
  readonly title: string;
  readonly content: string;
  readonly category?: string;
  readonly tags?: readonly string[];
}

/** A browser's page, or a page without a browser (e2e/plain-page.ts). */
export type Requester = Pick<Page, "request" | "context">;

/** Creates a post as the browser's member, with the form that works without JavaScript, and returns its path. */
export async function createPost(
  page: Requester,
  { title, content, category = "tech", tags = [] }: NewPost,
): Promise<string> {
  const form = new URLSearchParams({ intent: "post", title, content, category });
  for (const tag of tags) form.append("tags", tag);
  expect((await sendForm(page, "/create", form)).status()).toBe(302);
  await page.context().clearCookies({ name: "lattice-notice" });
  return findPost(page, title);
}

/** Sends a form to the shared program, as a browser without JavaScript would. */
export function sendForm(page: Requester, path: string, form: URLSearchParams): Promise<APIResponse> {
  return page.request.post(path, {
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: readTestEnvironment().url },
    data: form.toString(),
    maxRedirects: 0,
  });
}

/** Finds the path of the newest post with this title. */
export async function findPost(page: Requester, title: string): Promise<string> {
  const html = await (await page.request.get(`/forum?sort=new&q=${encodeURIComponent(title)}`)).text();
  const escapedTitle = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  for (const [, path, text] of html.matchAll(/<h3[^>]*><a[^>]*href="(\/forum\/[\w-]+)"[^>]*>([^<]*)<\/a>/g)) {
    if (path && text?.replaceAll("&#x27;", "'").replaceAll("&quot;", '"') === escapedTitle) return path;
  }
  throw new Error(`No post “${title}” in the forum`);
}

/** A toast with this title. */
export function getToast(page: Page, title: string): Locator {
  return page
    .getByRole("region", { name: "Messages" })
    .locator("[role=status], [role=alert]")
    .filter({ has: page.getByText(title, { exact: true }) });
}

/** The posts in a list, without the news articles on Home. */
export function getPosts(page: Page): Locator {
  return page.getByRole("article").filter({ has: page.locator('h3 a[href^="/forum/"]') });
}

/** A post in a list. */
export function getPostCard(page: Page, title: string): Locator {
  return page.getByRole("article").filter({ has: page.getByRole("link", { name: title, exact: true }) });
}

/** A comment with its replies, found by its text. */
export function getComment(page: Page, text: string): Locator {
  return page.locator("li[id^=comment-]").filter({ hasText: text }).last();
}

export const getVoteArrow = (container: Locator, direction: "up" | "down") =>
  container.getByRole("button", { name: direction === "up" ? /^Upvote / : /^Downvote / }).first();

export const getScore = (container: Locator) => container.getByLabel("Score", { exact: true }).first();

/**
 * Waits until the page is interactive: deferred parts are loaded as for a real visitor, React has hydrated everything,
 * including parts that hydrate later, and effects have run. Before that, hydrated elements may lack their listeners.
 */
export async function waitUntilInteractive(page: Page): Promise<void> {
  for (;;) {
    try {
      // A single call: `waitForFunction` would load Playwright's scripts into each page again.
      return await page.evaluate(becomeInteractive);
    } catch (error) {
      // A navigation has replaced the document.
      if (!String(error).includes("Execution context was destroyed")) throw error;
    }
  }
}

/** Runs in the page. Doesn't use timers, which may be controlled by a test's clock. */
async function becomeInteractive(): Promise<void> {
  interface Fiber {
    memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null;
    child: Fiber | null;
    sibling: Fiber | null;
  }
  const isHydrationPending = (fiber: Fiber | null): boolean => {
    for (let current = fiber; current; current = current.sibling)
      if (current.memoizedState?.dehydrated || isHydrationPending(current.child)) return true;
    return false;
  };
  const isInteractive = () => {
    if ("earlyInput" in window) return false;
    const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
    const root = key && (document as unknown as Record<string, { stateNode: { current: Fiber } }>)[key];
    if (!root || root.stateNode.current.memoizedState?.isDehydrated) return false;
    return !isHydrationPending(root.stateNode.current.child);
  };
  dispatchEvent(new Event("pointerdown"));
  while (!isInteractive()) await scheduler.postTask(() => {}, { delay: 20 });
  // Effects run in tasks that are queued by now.
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }
}
