import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import {
  createPost,
  getComment,
  getPostCard,
  getToast,
  getVoteArrow,
  sendForm,
  waitUntilInteractive,
} from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

/**
 * Collects the form submissions and data requests that a page sends from now on. Ignores `/healthz`, which a page
 * requests before it loads another script.
 */
function watchRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if ((request.method() !== "GET" && pathname !== "/healthz") || pathname.endsWith(".data"))
      requests.push(`${request.method()} ${pathname}`);
  });
  return requests;
}

test("voting on a post, saving it, muting its thread and voting on a comment send one request each", async ({
  page,
  openContext,
}) => {
  await createMember(page.context());
  const author = new PlainPage(await openContext());
  await createMember(author.context());
  const title = `One request ${generateName()}`;
  const path = await createPost(author, { title, content: "Some text." });
  await sendForm(
    author,
    path,
    new URLSearchParams({ intent: "comment", content: "A comment.", parentId: "" }),
  );

  await page.goto(`/forum?q=${encodeURIComponent(title)}`);
  await waitUntilInteractive(page);
  const post = getPostCard(page, title);
  const requests = watchRequests(page);
  const expectRequests = async (action: () => Promise<unknown>, ...expected: string[]) => {
    requests.length = 0;
    await action();
    // Any further request would have been sent before the response to this one.
    await page.evaluate(() => fetch("/healthz"));
    expect(requests).toEqual(expected);
  };
  await expectRequests(async () => {
    await getVoteArrow(post, "up").click();
    await expect(getToast(page, "Vote Recorded")).toBeVisible();
  }, `POST ${path}/vote.data`);
  await expectRequests(async () => {
    await post.getByRole("button", { name: /^Save/ }).click();
    await expect(getToast(page, "Saved")).toBeVisible();
  }, `POST ${path}/save.data`);

  await showScreen(page, path);
  await expectRequests(async () => {
    await page.getByRole("button", { name: /: choose notifications for this thread$/ }).click();
    await page.getByRole("button", { name: /^Muted You won't/ }).click();
    await expect(getToast(page, "Muted")).toBeVisible();
  }, `POST ${path}/follow.data`);
  const comment = getComment(page, "A comment.");
  const id = (await comment.getAttribute("id"))?.replace("comment-", "");
  await expectRequests(async () => {
    await getVoteArrow(comment, "up").click();
    await expect(getToast(page, "Vote Recorded")).toBeVisible();
  }, `POST ${path}/comments/${id}/vote.data`);

  // Actions that change more than their response contains still reload the page's data.
  requests.length = 0;
  await page.getByLabel("Write a comment").fill("Another comment.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(getComment(page, "Another comment.")).toBeVisible();
  expect(requests.filter((request) => request.startsWith("GET"))).not.toEqual([]);
});
