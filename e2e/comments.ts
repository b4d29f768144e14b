import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { createPost, type Requester, sendForm, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";

export const getCommentField = (page: Page) => page.getByRole("textbox", { name: "Write a comment" });
export const getQuoteButton = (page: Page) => page.getByRole("button", { name: "Quote selected text" });

/** Creates a post with these comments, opens it and returns its path. */
export async function openPost(
  page: Page,
  content = "Something to discuss.",
  comments: readonly string[] = [],
): Promise<string> {
  const path = await createPost(page, { title: `Discussed ${generateName()}`, content });
  for (const comment of comments) await addComment(page, path, comment);
  await page.goto(path);
  await waitUntilInteractive(page);
  return path;
}

/** Adds a comment as the browser's member, with the form that works without JavaScript. */
export async function addComment(page: Requester, path: string, content: string): Promise<void> {
  const form = new URLSearchParams({ intent: "comment", content, parentId: "" });
  expect((await sendForm(page, path, form)).status()).toBe(302);
  await page.context().clearCookies({ name: "lattice-notice" });
}

/** Selects an element's text, as if with the keyboard. */
export const selectText = (locator: Locator) =>
  locator.evaluate((element) => getSelection()?.selectAllChildren(element));
