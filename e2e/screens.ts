import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { findPost, makePost, sendForm } from "./forum.ts";
import { makeMember, newName } from "./members.ts";

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly memberOnly?: boolean;
}

/** Every screen, one of each kind. The post is long, with code, a table and mathematics in it. */
export async function listScreens(page: Page): Promise<readonly Screen[]> {
  await makeMember(page.context());
  const title = `Every kind of content ${newName()}`;
  const path = await makePost(page, {
    title,
    content: [
      "# Heading",
      "Words with `code`, **bold**, a [link](https://example.org) and $e^{i\\pi} + 1 = 0$.",
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
  const answer = await sendForm(page, path, form);
  const id = /#comment-([\w-]+)/.exec(answer.headers().location ?? "")?.[1];
  expect(id).toBeTruthy();
  await page.context().clearCookies();
  return [
    { name: "home", path: "/" },
    { name: "forum", path: "/forum" },
    { name: "forum, top of the week in a category", path: "/forum?sort=top&period=week&category=ai" },
    { name: "search result", path: "/forum?q=wallet" },
    { name: "search of everything", path: "/search?q=wallet" },
    { name: "empty search", path: "/forum?q=qqxxzzyyqq" },
    { name: "post", path },
    { name: "locked post", path: await findPost(page, 'Payment "unconfirmed" for two days. Is it gone?') },
    { name: "thread", path: `${path}/comments/${id}` },
    { name: "reply opened without script", path: `${path}/comments/${id}?reply` },
    { name: "news", path: "/news" },
    { name: "article", path: "/news/00000000-0000-4000-8000-000000000001" },
    { name: "AI tools", path: "/ai-tools" },
    { name: "an AI tool", path: "/ai-tools?tool=scanner&example=0" },
    { name: "wallet", path: "/wallet" },
    { name: "the wallet's figures", path: "/wallet?tab=analytics" },
    { name: "auth", path: "/auth" },
    { name: "register", path: "/auth?tab=register" },
    { name: "privacy policy", path: "/privacy" },
    { name: "terms of service", path: "/terms" },
    { name: "newsletter", path: "/newsletter" },
    { name: "a newsletter's link that is over", path: "/newsletter/confirm?token=x" },
    { name: "not found", path: "/no/such/page" },
    { name: "post not found", path: "/forum/00000000-0000-4000-8000-000000000000" },
    { name: "create", path: "/create", memberOnly: true },
    { name: "saved posts", path: "/saved", memberOnly: true },
    { name: "settings", path: "/settings", memberOnly: true },
    { name: "settings of signing in", path: "/settings/security", memberOnly: true },
    { name: "sessions", path: "/settings/sessions", memberOnly: true },
    { name: "own data", path: "/settings/data", memberOnly: true },
    { name: "choices of notifications", path: "/settings/notifications", memberOnly: true },
    { name: "no notifications", path: "/notifications", memberOnly: true },
    { name: "the end of mails", path: "/notifications/unsubscribe?token=x" },
  ];
}
