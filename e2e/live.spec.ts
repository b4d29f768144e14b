import type { BrowserContext, Page, Request } from "@playwright/test";
import { findViolationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import {
  createPost,
  getComment,
  getPostCard,
  getScore,
  type Requester,
  sendForm,
  waitUntilInteractive,
} from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

const isStreamRequest = (request: Request) => new URL(request.url()).pathname === "/live";

/** Opens a page and waits until it receives live updates. */
async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const [stream] = await Promise.all([page.waitForRequest(isStreamRequest), waitUntilInteractive(page)]);
  await stream.response();
}

const getPill = (page: Page, label: string) => page.getByRole("button", { name: label, exact: true });

async function addComment(page: Requester, path: string, content: string, parentId = ""): Promise<string> {
  const response = await sendForm(page, path, new URLSearchParams({ intent: "comment", content, parentId }));
  await page.context().clearCookies({ name: "lattice-notice" });
  return /#comment-([\w-]+)/.exec(response.headers().location ?? "")?.[1] ?? "";
}

async function signInNewMember(openContext: () => Promise<BrowserContext>): Promise<PlainPage> {
  const otherPage = new PlainPage(await openContext());
  await createMember(otherPage.context());
  return otherPage;
}

test("a list counts new posts that match its filter, and shows them on request; an open post is updated", async ({
  openContext,
}) => {
  const tag = generateName("live");
  const page = await (await openContext()).newPage();
  const otherPage = await signInNewMember(openContext);
  await createPost(otherPage, { title: `Old ${tag}`, content: "There.", tags: [tag] });
  await openLive(page, `/forum?sort=top&tag=${tag}`);
  const measureTop = () =>
    getPostCard(page, `Old ${tag}`).evaluate((element) => element.getBoundingClientRect().top);
  const initialTop = await measureTop();

  await createPost(otherPage, { title: `First ${tag}`, content: "One.", tags: [tag] });
  await createPost(otherPage, { title: `Elsewhere ${tag}`, content: "No.", tags: [generateName("other")] });
  await expect(getPill(page, "1 new post")).toBeVisible();
  await createPost(otherPage, { title: `Second ${tag}`, content: "Two.", tags: [tag.toUpperCase()] });
  await expect(getPill(page, "2 new posts")).toBeVisible();
  expect(await measureTop()).toBe(initialTop);
  await expect(getPostCard(page, `First ${tag}`)).toBeHidden();
  expect(await findViolationsInThemes(page)).toEqual([]);

  await getPill(page, "2 new posts").press("Enter");
  await expect(getPostCard(page, `First ${tag}`)).toBeVisible();
  await expect(page.getByRole("link", { name: `Second ${tag}` })).toBeFocused();
  await expect(getPostCard(page, `Elsewhere ${tag}`)).toBeHidden();
  await expect(getPill(page, "2 new posts")).toBeHidden();

  await test.step("on an open post, scores are updated, new comments are counted, and deletions are shown", async () => {
    const path = await createPost(otherPage, { title: `Open ${generateName()}`, content: "Some text." });
    const parentId = await addComment(otherPage, path, "The first comment.");
    await addComment(otherPage, path, "The second comment.");
    await showScreen(page, path);
    await page.getByLabel("Write a comment").fill("Half a thought");

    await otherPage.goto(path);
    await otherPage.submit("Upvote this post");
    await expect(getScore(page.getByRole("article"))).toHaveText("1");
    const secondComment = otherPage.find("main").findAll("listitem", { text: "The second comment." }).at(-1);
    await otherPage.submit(secondComment?.find("button", /^Downvote /) ?? "");
    await expect(getScore(getComment(page, "The second comment."))).toHaveText("-1");

    const replyId = await addComment(otherPage, path, "A reply to the first.", parentId);
    await expect(getPill(page, "1 new comment")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Comments 3" })).toBeVisible();
    await expect(page.locator(`#comment-${replyId}`)).toBeHidden();
    await getPill(page, "1 new comment").click();
    await expect(page.locator(`#comment-${parentId} #comment-${replyId}`)).toBeFocused();
    await expect(page.getByLabel("Write a comment")).toHaveValue("Half a thought");

    const deletion = new URLSearchParams({ intent: "delete", commentId: replyId });
    await sendForm(otherPage, path, deletion);
    await expect(page.locator(`#comment-${replyId}`)).toHaveAttribute("data-gone", "");
    await expect(page.getByText("A reply to the first.")).toBeVisible();

    await sendForm(otherPage, `${path}/edit`, new URLSearchParams({ intent: "delete" }));
    await expect(getPill(page, "This post was deleted while you were reading.")).toBeVisible();
    await getPill(page, "This post was deleted while you were reading.").click();
    await expect(getPill(page, "This post was deleted while you were reading.")).toBeHidden();
    await expect(page.getByLabel("Write a comment")).toHaveValue("Half a thought");
  });
});

test("a browser's tabs share one stream, and another tab takes over when the tab that owns the stream closes", async ({
  page,
  context,
  openContext,
}) => {
  const tag = generateName("live");
  const otherPage = await signInNewMember(openContext);
  await openLive(page, `/forum?tag=${tag}`);
  const secondTab = await context.newPage();
  let streamRequestCount = 0;
  secondTab.on("request", (request) => {
    if (isStreamRequest(request)) streamRequestCount += 1;
  });
  await secondTab.goto(`/forum?tag=${tag}`);
  await waitUntilInteractive(secondTab);
  // A tab doesn't request the lock until it knows which events it might miss.
  await expect
    .poll(() => secondTab.evaluate(async () => (await navigator.locks.query()).pending?.length), {
      timeout: 15_000,
    })
    .toBe(1);
  await createPost(otherPage, { title: `One ${tag}`, content: "One.", tags: [tag] });
  for (const tab of [page, secondTab]) await expect(getPill(tab, "1 new post")).toBeVisible();
  expect(streamRequestCount).toBe(0);

  const takeoverPromise = secondTab.waitForRequest(isStreamRequest);
  await page.close();
  await takeoverPromise;
  await createPost(otherPage, { title: `Two ${tag}`, content: "Two.", tags: [tag] });
  await expect(getPill(secondTab, "2 new posts")).toBeVisible();
});

test("a page catches up after being offline, members' own posts don't count as new, and signing out starts a new stream", async ({
  page,
  context,
  openContext,
  allowProblem,
}) => {
  allowProblem(/ERR_INTERNET_DISCONNECTED/);
  const tag = generateName("live");
  await createMember(context);
  const otherPage = await signInNewMember(openContext);
  await openLive(page, `/forum?tag=${tag}`);
  // Load the script for live updates before going offline, because another test's post may require it at any time.
  await createPost(otherPage, { title: `Online ${tag}`, content: "One.", tags: [tag] });
  await expect(getPill(page, "1 new post")).toBeVisible();
  await context.setOffline(true);
  await createPost(otherPage, { title: `Offline ${tag}`, content: "Two.", tags: [tag] });
  await context.setOffline(false);
  await expect(getPill(page, "2 new posts")).toBeVisible();

  await test.step("Home is updated too, and members' own posts don't count as new", async () => {
    const tag = generateName("live");
    await showScreen(page, `/?tag=${tag}`);
    await createPost(page, { title: `Mine ${tag}`, content: "Mine.", tags: [tag] });
    await createPost(otherPage, { title: `Theirs ${tag}`, content: "Theirs.", tags: [tag] });
    await getPill(page, "1 new post").click();
    await expect(getPostCard(page, `Theirs ${tag}`)).toBeVisible();
  });

  const reconnectPromise = page.waitForRequest(isStreamRequest);
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await reconnectPromise;
});
