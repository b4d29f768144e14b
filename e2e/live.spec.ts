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

const isStream = (request: Request) => new URL(request.url()).pathname === "/live";

/** Opens a page and waits until it receives live updates. */
async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const [stream] = await Promise.all([page.waitForRequest(isStream), waitUntilInteractive(page)]);
  await stream.response();
}

const getPill = (page: Page, label: string) => page.getByRole("button", { name: label, exact: true });

async function addComment(page: Requester, path: string, content: string, parentId = ""): Promise<string> {
  const response = await sendForm(page, path, new URLSearchParams({ intent: "comment", content, parentId }));
  await page.context().clearCookies({ name: "lattice-notice" });
  return /#comment-([\w-]+)/.exec(response.headers().location ?? "")?.[1] ?? "";
}

async function signInOther(openContext: () => Promise<BrowserContext>): Promise<PlainPage> {
  const other = new PlainPage(await openContext());
  await createMember(other.context());
  return other;
}

test("a list counts new posts that match its filter, and shows them on request", async ({ openContext }) => {
  const tag = generateName("live");
  const page = await (await openContext()).newPage();
  const other = await signInOther(openContext);
  await createPost(other, { title: `Old ${tag}`, content: "There.", tags: [tag] });
  await openLive(page, `/forum?sort=top&tag=${tag}`);
  const measureTop = () =>
    getPostCard(page, `Old ${tag}`).evaluate((element) => element.getBoundingClientRect().top);
  const before = await measureTop();

  await createPost(other, { title: `First ${tag}`, content: "One.", tags: [tag] });
  await createPost(other, { title: `Elsewhere ${tag}`, content: "No.", tags: [generateName("other")] });
  await expect(getPill(page, "1 new post")).toBeVisible();
  await createPost(other, { title: `Second ${tag}`, content: "Two.", tags: [tag.toUpperCase()] });
  await expect(getPill(page, "2 new posts")).toBeVisible();
  expect(await measureTop()).toBe(before);
  await expect(getPostCard(page, `First ${tag}`)).toBeHidden();
  expect(await findViolationsInThemes(page)).toEqual([]);

  await getPill(page, "2 new posts").press("Enter");
  await expect(getPostCard(page, `First ${tag}`)).toBeVisible();
  await expect(page.getByRole("link", { name: `Second ${tag}` })).toBeFocused();
  await expect(getPostCard(page, `Elsewhere ${tag}`)).toBeHidden();
  await expect(getPill(page, "2 new posts")).toBeHidden();
});

test("Home is updated too, and members aren't notified of their own posts", async ({ page, openContext }) => {
  const tag = generateName("live");
  await createMember(page.context());
  const other = await signInOther(openContext);
  await openLive(page, `/?tag=${tag}`);
  await createPost(page, { title: `Mine ${tag}`, content: "Mine.", tags: [tag] });
  await createPost(other, { title: `Theirs ${tag}`, content: "Theirs.", tags: [tag] });
  await getPill(page, "1 new post").click();
  await expect(getPostCard(page, `Theirs ${tag}`)).toBeVisible();
});

test("on an open post, votes are updated, new comments are announced, and deletions are shown", async ({
  page,
  openContext,
}) => {
  const other = await signInOther(openContext);
  const path = await createPost(other, { title: `Open ${generateName()}`, content: "Some text." });
  const parent = await addComment(other, path, "The first comment.");
  await addComment(other, path, "The second comment.");
  await openLive(page, path);
  await page.getByLabel("Write a comment").fill("Half a thought");

  await other.goto(path);
  await other.submit("Upvote this post");
  await expect(getScore(page.getByRole("article"))).toHaveText("1");
  const second = other.find("main").findAll("listitem", { text: "The second comment." }).at(-1);
  await other.submit(second?.find("button", /^Downvote /) ?? "");
  await expect(getScore(getComment(page, "The second comment."))).toHaveText("-1");

  const reply = await addComment(other, path, "A reply to the first.", parent);
  await expect(getPill(page, "1 new comment")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Comments 3" })).toBeVisible();
  await expect(page.locator(`#comment-${reply}`)).toBeHidden();
  await getPill(page, "1 new comment").click();
  await expect(page.locator(`#comment-${parent} #comment-${reply}`)).toBeFocused();
  await expect(page.getByLabel("Write a comment")).toHaveValue("Half a thought");

  const deletion = new URLSearchParams({ intent: "delete", commentId: reply });
  await sendForm(other, path, deletion);
  await expect(page.locator(`#comment-${reply}`)).toHaveAttribute("data-gone", "");
  await expect(page.getByText("A reply to the first.")).toBeVisible();

  await sendForm(other, `${path}/edit`, new URLSearchParams({ intent: "delete" }));
  await expect(getPill(page, "This post was deleted while you were reading.")).toBeVisible();
  await getPill(page, "This post was deleted while you were reading.").click();
  await expect(getPill(page, "This post was deleted while you were reading.")).toBeHidden();
  await expect(page.getByLabel("Write a comment")).toHaveValue("Half a thought");
});

test("a browser's tabs share one stream, and another tab takes over when the tab that owns the stream closes", async ({
  page,
  context,
  openContext,
}) => {
  const tag = generateName("live");
  const other = await signInOther(openContext);
  await openLive(page, `/forum?tag=${tag}`);
  const second = await context.newPage();
  let streamRequestCount = 0;
  second.on("request", (request) => {
    if (isStream(request)) streamRequestCount += 1;
  });
  await second.goto(`/forum?tag=${tag}`);
  await waitUntilInteractive(second);
  // A tab requests the lock only once it knows which events it might miss.
  await expect
    .poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length), {
      timeout: 15_000,
    })
    .toBe(1);
  await createPost(other, { title: `One ${tag}`, content: "One.", tags: [tag] });
  for (const tab of [page, second]) await expect(getPill(tab, "1 new post")).toBeVisible();
  expect(streamRequestCount).toBe(0);

  const takeoverPromise = second.waitForRequest(isStream);
  await page.close();
  await takeoverPromise;
  await createPost(other, { title: `Two ${tag}`, content: "Two.", tags: [tag] });
  await expect(getPill(second, "2 new posts")).toBeVisible();
});

test("a page catches up after being offline, and signing out starts a new stream", async ({
  page,
  context,
  openContext,
  allowProblem,
}) => {
  allowProblem(/ERR_INTERNET_DISCONNECTED/);
  const tag = generateName("live");
  await createMember(context);
  const other = await signInOther(openContext);
  await openLive(page, `/forum?tag=${tag}`);
  // Loads the live part first. Other tests publish posts too, so it may be triggered at any time.
  await createPost(other, { title: `Online ${tag}`, content: "One.", tags: [tag] });
  await expect(getPill(page, "1 new post")).toBeVisible();
  await context.setOffline(true);
  await createPost(other, { title: `Offline ${tag}`, content: "Two.", tags: [tag] });
  await context.setOffline(false);
  await expect(getPill(page, "2 new posts")).toBeVisible();

  const reconnectPromise = page.waitForRequest(isStream);
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await reconnectPromise;
});
