import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { card, comment, createPost, sendForm, toastWith, waitUntilInteractive } from "./forum.ts";
import { createMember, newName } from "./members.ts";

/** Collects the form submissions and data requests that a page sends from now on. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" || pathname.endsWith(".data"))
      seen.push(`${request.method()} ${pathname}`);
  });
  return seen;
}

test("a vote, a saved post, a followed thread and a vote on a comment are one request each", async ({
  page,
  openContext,
}) => {
  await createMember(page.context());
  const author = await (await openContext()).newPage();
  await createMember(author.context());
  const title = `Asked once ${newName()}`;
  const path = await createPost(author, { title, content: "Words." });
  await sendForm(
    author,
    path,
    new URLSearchParams({ intent: "comment", content: "An answer.", parentId: "" }),
  );

  await page.goto("/forum?sort=new");
  await waitUntilInteractive(page);
  const post = card(page, title);
  const seen = watch(page);
  const once = async (action: () => Promise<unknown>, ...expected: string[]) => {
    seen.length = 0;
    await action();
    // Any further request would have been sent before this one is answered.
    await page.evaluate(() => fetch("/healthz"));
    expect(seen).toEqual(expected);
  };
  await once(async () => {
    await post.getByRole("button", { name: /up$/ }).click();
    await expect(toastWith(page, "Vote Recorded")).toBeVisible();
  }, `POST ${path}/vote.data`);
  await once(async () => {
    await post.getByRole("button", { name: /^Save/ }).click();
    await expect(toastWith(page, "Saved")).toBeVisible();
  }, `POST ${path}/save.data`);

  await page.goto(path);
  await waitUntilInteractive(page);
  await once(async () => {
    await page.getByRole("button", { name: /: choose notifications for this thread$/ }).click();
    await page.getByRole("button", { name: /^Muted You won't/ }).click();
    await expect(toastWith(page, "Muted")).toBeVisible();
  }, `POST ${path}/follow.data`);
  const answer = comment(page, "An answer.");
  const id = (await answer.getAttribute("id"))?.replace("comment-", "");
  await once(async () => {
    await answer.getByRole("button", { name: /up$/ }).click();
    await expect(toastWith(page, "Vote Recorded")).toBeVisible();
  }, `POST ${path}/comments/${id}/vote.data`);

  // Actions that change more than their response covers still reload the page's data.
  seen.length = 0;
  await page.getByLabel("Write a comment").fill("Another answer.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(comment(page, "Another answer.")).toBeVisible();
  expect(seen.filter((request) => request.startsWith("GET"))).not.toEqual([]);
});
