import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { createPost, findPost, type Requester, sendForm, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly isMemberOnly?: boolean;
}

/** Shows a screen of the open site without loading a document, and waits until it is complete. */
export async function showScreen(page: Page, path: string): Promise<void> {
  // A plain form may have just loaded a new document, which has no router yet.
  await waitUntilInteractive(page);
  await page.evaluate(async (to) => {
    interface Fiber {
      memoizedProps: { router?: { navigate(to: string): Promise<void> } } | null;
      child: Fiber | null;
    }
    const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
    const { stateNode } = Reflect.get(document, key ?? "") as {
      stateNode: { current: Fiber; pendingLanes: number };
    };
    let fiber: Fiber | null = stateNode.current;
    while (fiber && !fiber.memoizedProps?.router) fiber = fiber.child;
    if (!fiber?.memoizedProps?.router) throw new Error("The page has no router.");
    await fiber.memoizedProps.router.navigate(to);
    while (stateNode.pendingLanes !== 0) await scheduler.postTask(() => {}, { delay: 10 });
  }, path);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/**
 * Creates a long post with code, a table, math and a comment, and lists one screen of each kind. Leaves the page signed
 * out.
 */
export async function listScreens(page: Requester): Promise<readonly Screen[]> {
  await createMember(page.context());
  const title = `Every kind of content ${generateName()}`;
  const path = await createPost(page, {
    title,
    content: [
      "# Heading",
      "Text with `code`, **bold**, a [link](https://example.org) and $e^{i\\pi} + 1 = 0$.",
      "> A quote",
      "1. One\n2. Two",
      "```ts\nconst answer: number = 42; // and a line that is rather long, longer than any small screen is wide\n```",
      "| Coin | Price | Change | Volume | Supply |\n|---|---:|---:|---:|---:|\n| BTC | 1 | 2 | 3 | 4 |",
      `$$\\sum_{n=1}^{\\infty} \\frac{1}{n^2} = ${"x + ".repeat(30)}x$$`,
      `averylongwordwithoutanybreak${"abcdefghij".repeat(20)}`,
    ].join("\n\n"),
    tags: ["one", "two", "three", "four", "five"],
  });
  const form = new URLSearchParams({ intent: "comment", content: "A comment.", parentId: "" });
  const response = await sendForm(page, path, form);
  const commentId = /#comment-([\w-]+)/.exec(response.headers().location ?? "")?.[1];
  expect(commentId).toBeTruthy();
  await page.context().clearCookies();
  return [
    { name: "home", path: "/" },
    { name: "forum", path: "/forum" },
    { name: "forum, top of the week in a category", path: "/forum?sort=top&period=week&category=ai" },
    { name: "forum search", path: "/forum?q=wallet" },
    { name: "site search", path: "/search?q=wallet" },
    { name: "empty search", path: "/forum?q=qqxxzzyyqq" },
    { name: "post", path },
    { name: "locked post", path: await findPost(page, 'Payment "unconfirmed" for two days. Is it gone?') },
    { name: "comment", path: `${path}/comments/${commentId}` },
    { name: "reply form without JavaScript", path: `${path}/comments/${commentId}?reply` },
    { name: "news", path: "/news" },
    { name: "article", path: "/news/00000000-0000-4000-8000-000000000001" },
    { name: "AI tools", path: "/ai-tools" },
    { name: "an AI tool", path: "/ai-tools?tool=scanner&example=0" },
    { name: "wallet", path: "/wallet" },
    { name: "wallet analytics", path: "/wallet?tab=analytics" },
    { name: "auth", path: "/auth" },
    { name: "register", path: "/auth?tab=register" },
    { name: "privacy policy", path: "/privacy" },
    { name: "terms of service", path: "/terms" },
    { name: "newsletter", path: "/newsletter" },
    { name: "an invalid newsletter link", path: "/newsletter/confirm?token=x" },
    { name: "an unknown invitation", path: "/invite/x" },
    { name: "not found", path: "/no/such/page" },
    { name: "post not found", path: "/forum/00000000-0000-4000-8000-000000000000" },
    { name: "create", path: "/create", isMemberOnly: true },
    { name: "saved posts", path: "/saved", isMemberOnly: true },
    { name: "AI history", path: "/ai-tools/history", isMemberOnly: true },
    { name: "settings", path: "/settings", isMemberOnly: true },
    { name: "security settings", path: "/settings/security", isMemberOnly: true },
    { name: "my data", path: "/settings/data", isMemberOnly: true },
    { name: "apps", path: "/settings/apps", isMemberOnly: true },
    { name: "notification preferences", path: "/settings/notifications", isMemberOnly: true },
    { name: "invitations", path: "/settings/invitations", isMemberOnly: true },
    { name: "no notifications", path: "/notifications", isMemberOnly: true },
    { name: "unsubscribe from emails", path: "/notifications/unsubscribe?token=x" },
  ];
}
