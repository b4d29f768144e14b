import type { BrowserContext, Page, Request } from "@playwright/test";
import { AXE_CONTEXT, violationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { arrow, card, comment, createPost, score, sendForm, waitUntilInteractive } from "./forum.ts";
import { createMember, newName } from "./members.ts";

const isStream = (request: Request) => new URL(request.url()).pathname === "/live";

/** Opens a page and waits until it receives live updates. */
async function follow(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const [stream] = await Promise.all([page.waitForRequest(isStream), waitUntilInteractive(page)]);
  await stream.response();
}

const pill = (page: Page, words: string) => page.getByRole("button", { name: words, exact: true });

async function say(page: Page, path: string, content: string, parentId = ""): Promise<string> {
  const answer = await sendForm(page, path, new URLSearchParams({ intent: "comment", content, parentId }));
  await page.context().clearCookies({ name: "lattice-notice" });
  return /#comment-([\w-]+)/.exec(answer.headers().location ?? "")?.[1] ?? "";
}

async function openMemberPage(openContext: () => Promise<BrowserContext>): Promise<Page> {
  const page = await (await openContext()).newPage();
  await createMember(page.context());
  return page;
}

test("a list counts new posts that match its filter, and shows them on request", async ({ openContext }) => {
  const tag = newName("live");
  const page = await (await openContext({ ...AXE_CONTEXT })).newPage();
  const other = await openMemberPage(openContext);
  await createPost(other, { title: `Old ${tag}`, content: "There.", tags: [tag] });
  await follow(page, `/forum?sort=top&tag=${tag}`);
  const top = () => card(page, `Old ${tag}`).evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();

  await createPost(other, { title: `First ${tag}`, content: "One.", tags: [tag] });
  await createPost(other, { title: `Elsewhere ${tag}`, content: "No.", tags: [newName("other")] });
  await expect(pill(page, "1 new post")).toBeVisible();
  await createPost(other, { title: `Second ${tag}`, content: "Two.", tags: [tag.toUpperCase()] });
  await expect(pill(page, "2 new posts")).toBeVisible();
  expect(await top()).toBe(before);
  await expect(card(page, `First ${tag}`)).toBeHidden();
  expect(await violationsInThemes(page)).toEqual([]);

  await pill(page, "2 new posts").press("Enter");
  await expect(card(page, `First ${tag}`)).toBeVisible();
  await expect(page.getByRole("link", { name: `Second ${tag}` })).toBeFocused();
  await expect(card(page, `Elsewhere ${tag}`)).toBeHidden();
  await expect(pill(page, "2 new posts")).toBeHidden();
});

test("Home is updated too, and members aren't notified of their own posts", async ({ page, openContext }) => {
  const tag = newName("live");
  await createMember(page.context());
  const other = await openMemberPage(openContext);
  await follow(page, `/?tag=${tag}`);
  await createPost(page, { title: `Mine ${tag}`, content: "Mine.", tags: [tag] });
  await createPost(other, { title: `Theirs ${tag}`, content: "Theirs.", tags: [tag] });
  await pill(page, "1 new post").click();
  await expect(card(page, `Theirs ${tag}`)).toBeVisible();
});

test("on an open post votes are updated, new comments are announced, and deletions are shown", async ({
  page,
  openContext,
}) => {
  const other = await openMemberPage(openContext);
  const path = await createPost(other, { title: `Open ${newName()}`, content: "Words." });
  const parent = await say(other, path, "The first comment.");
  await say(other, path, "The second comment.");
  await follow(page, path);
  await page.getByLabel("Write a comment").fill("Half a thought");

  await other.goto(path);
  await waitUntilInteractive(other);
  await arrow(other.getByRole("article"), "up").click();
  await expect(score(page.getByRole("article"))).toHaveText("1");
  await arrow(comment(other, "The second comment."), "down").click();
  await expect(score(comment(page, "The second comment."))).toHaveText("-1");

  const reply = await say(other, path, "An answer to the first.", parent);
  await expect(pill(page, "1 new comment")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Comments 3" })).toBeVisible();
  await expect(page.locator(`#comment-${reply}`)).toBeHidden();
  await pill(page, "1 new comment").click();
  await expect(page.locator(`#comment-${parent} #comment-${reply}`)).toBeFocused();
  await expect(page.getByLabel("Write a comment")).toHaveValue("Half a thought");

  const deletion = new URLSearchParams({ intent: "delete", commentId: reply });
  await sendForm(other, path, deletion);
  await expect(page.locator(`#comment-${reply}`)).toHaveAttribute("data-gone", "");
  await expect(page.getByText("An answer to the first.")).toBeVisible();

  await sendForm(other, `${path}/edit`, new URLSearchParams({ intent: "delete" }));
  await expect(pill(page, "This post was deleted while you were reading.")).toBeVisible();
  await pill(page, "This post was deleted while you were reading.").click();
  await expect(pill(page, "This post was deleted while you were reading.")).toBeHidden();
  await expect(page.getByLabel("Write a comment")).toHaveValue("Half a thought");
});

test("a browser's tabs share one stream, and another tab takes over when its owner closes", async ({
  page,
  context,
  openContext,
}) => {
  const tag = newName("live");
  const other = await openMemberPage(openContext);
  await follow(page, `/forum?tag=${tag}`);
  const second = await context.newPage();
  let asked = 0;
  second.on("request", (request) => {
    if (isStream(request)) asked += 1;
  });
  await second.goto(`/forum?tag=${tag}`);
  await waitUntilInteractive(second);
  // It requests the lock only once it knows which events it might miss.
  await expect
    .poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length), {
      timeout: 15_000,
    })
    .toBe(1);
  await createPost(other, { title: `One ${tag}`, content: "One.", tags: [tag] });
  for (const tab of [page, second]) await expect(pill(tab, "1 new post")).toBeVisible();
  expect(asked).toBe(0);

  const takesOver = second.waitForRequest(isStream);
  await page.close();
  await takesOver;
  await createPost(other, { title: `Two ${tag}`, content: "Two.", tags: [tag] });
  await expect(pill(second, "2 new posts")).toBeVisible();
});

test("a page catches up after being offline, and signing out starts a new stream", async ({
  page,
  context,
  openContext,
  allowProblem,
}) => {
  allowProblem(/ERR_INTERNET_DISCONNECTED/);
  const tag = newName("live");
  await createMember(context);
  const other = await openMemberPage(openContext);
  await follow(page, `/forum?tag=${tag}`);
  // Loads the live part first. Other tests publish posts too, so it may be triggered at any time.
  await createPost(other, { title: `Online ${tag}`, content: "One.", tags: [tag] });
  await expect(pill(page, "1 new post")).toBeVisible();
  await context.setOffline(true);
  await createPost(other, { title: `Offline ${tag}`, content: "Two.", tags: [tag] });
  await context.setOffline(false);
  await expect(pill(page, "2 new posts")).toBeVisible();

  const again = page.waitForRequest(isStream);
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await again;
});
