import type { Page } from "@playwright/test";
import { findViolationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getComment, getPostCard, getToast, sendForm, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";

const getFollowButton = (page: Page) =>
  page.getByRole("button", { name: /: choose notifications for this thread$/ });
const chooseFollowState = async (page: Page, choice: string) => {
  await getFollowButton(page).click();
  await page.getByRole("button", { name: new RegExp(`^${choice} You`) }).click();
};
const addComment = (page: Page, path: string, content: string) =>
  sendForm(page, path, new URLSearchParams({ intent: "comment", content, parentId: "" }));
/** Opens the newest posts with a full page load. */
const openList = async (page: Page) => {
  await page.goto("/forum?sort=new");
  await waitUntilInteractive(page);
};

test("a visitor who wants to follow or save is sent to sign in and back", async ({ page, openContext }) => {
  const author = await (await openContext()).newPage();
  await createMember(author.context());
  const title = `Worth following ${generateName()}`;
  const path = await createPost(author, { title, content: "Follow me." });
  await page.goto("/forum?sort=new");
  await expect(getPostCard(page, title)).toBeVisible();
  await expect(getPostCard(page, title).getByText("Unread")).toHaveCount(0);
  await expect(getPostCard(page, title).getByRole("button", { name: /^Save/ })).toHaveCount(0);
  await page.goto(path);
  for (const name of ["Follow", "Save"]) {
    const link = page.getByRole("article").getByRole("link", { name, exact: true });
    await expect(link).toHaveAttribute("href", `/auth?next=${encodeURIComponent(path)}`);
  }
  for (const form of ["follow", "save"]) {
    const response = await sendForm(
      page,
      `${path}/${form}`,
      new URLSearchParams({ state: "muted", save: "yes" }),
    );
    expect(response.status()).toBe(302);
    expect(response.headers().location).toBe(`/auth?next=${encodeURIComponent(path)}`);
  }
});

test("authors follow their threads and can mute them, which dims them in lists", async ({ openContext }) => {
  const page = await (await openContext()).newPage();
  await createMember(page.context());
  const author = await (await openContext()).newPage();
  await createMember(author.context());
  const title = `Soon muted ${generateName()}`;
  const path = await createPost(author, { title, content: "Text of the excerpt." });
  await author.goto(path);
  await expect(getFollowButton(author)).toHaveText("Following");

  await openList(page);
  await expect(getPostCard(page, title).getByText("Unread")).toBeAttached();
  await getPostCard(page, title).getByRole("link", { name: title }).click();
  await expect(getFollowButton(page)).toHaveText("Follow");
  await page.getByLabel("Write a comment").fill("Here I am.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(getFollowButton(page)).toHaveText("Following");

  // Use only the keyboard, because the menu is a native popover.
  await getFollowButton(page).focus();
  await page.keyboard.press("Enter");
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: /^Muted You won't be notified/ })).toBeFocused();
  expect(await findViolationsInThemes(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(getToast(page, "Muted")).toBeVisible();
  await expect(getFollowButton(page)).toHaveText("Muted");
  await expect(getFollowButton(page)).toBeFocused();

  await addComment(author, path, "No one should be notified of this.");
  await openList(page);
  await expect(getPostCard(page, title).getByText("Muted", { exact: true })).toBeVisible();
  await expect(getPostCard(page, title)).not.toContainText("Text of the excerpt.");
  await expect(getPostCard(page, title)).not.toContainText("1 new");
  expect(await findViolationsInThemes(page)).toEqual([]);
  await page.goto(path);
  await waitUntilInteractive(page);
  await chooseFollowState(page, "Not following");
  await expect(getToast(page, "Not following")).toBeVisible();
  await page.reload();
  await expect(getFollowButton(page)).toHaveText("Follow");
});

test("saved posts are listed, can be removed and saved again, and deleted ones are marked", async ({
  page,
  member,
  openContext,
}) => {
  expect(member.username).not.toBe("");
  const author = await (await openContext()).newPage();
  await createMember(author.context());
  const [saved, deleted] = [`Worth keeping ${generateName()}`, `Soon gone ${generateName()}`];
  const savedPath = await createPost(author, { title: saved, content: "Keep." });
  const deletedPath = await createPost(author, { title: deleted, content: "Go." });
  await page.goto("/saved");
  await expect(page.getByText("Nothing saved yet. Save a post to find it here.")).toBeVisible();

  await page.goto(savedPath);
  await waitUntilInteractive(page);
  const save = page.getByRole("article").getByRole("button", { name: /^Saved?$/ });
  const savePromise = page.waitForResponse((response) => response.url().includes(`${savedPath}/save`));
  await save.click();
  await expect(save).toHaveText("Saved");
  await expect(save).toHaveAttribute("aria-pressed", "true");
  await savePromise;
  await openList(page);
  await getPostCard(page, deleted)
    .getByRole("button", { name: /^Save “Soon gone/ })
    .click();
  await expect(getToast(page, "Saved").getByRole("link", { name: "Saved posts" })).toBeVisible();
  await expect(page).toHaveURL(/\/forum\?sort=new$/);
  await sendForm(author, `${deletedPath}/edit`, new URLSearchParams({ intent: "delete" }));

  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("link", { name: "Saved posts" }).first().click();
  await expect(page).toHaveURL(/\/saved$/);
  const list = page.getByRole("region", { name: "Saved posts" });
  await expect(list.getByRole("heading")).toHaveText([/^This post was deleted\. You saved it/, saved]);
  await expect(list).not.toContainText("Soon gone");
  await list.getByRole("button", { name: "Save the deleted post" }).click();
  await expect(list.getByText("Removed", { exact: true })).toBeVisible();
  const bookmark = getPostCard(page, saved).getByRole("button", { name: /^Save “/ });
  // The button changes before the response, and the toast may belong to the deleted post, so wait for each response.
  const clickBookmark = async (pressed: "true" | "false") => {
    const responsePromise = page.waitForResponse((response) => response.url().includes(`${savedPath}/save`));
    await bookmark.click();
    expect((await responsePromise).ok()).toBe(true);
    await expect(bookmark).toHaveAttribute("aria-pressed", pressed);
  };
  await clickBookmark("false");
  await clickBookmark("true");
  await page.reload();
  await expect(list.getByRole("heading")).toHaveText([saved]);
});

test("comments since the last visit are counted in lists and marked on the page; prefetching isn't a visit", async ({
  page,
  member,
  openContext,
}) => {
  expect(member.username).not.toBe("");
  const author = await (await openContext()).newPage();
  await createMember(author.context());
  const title = `New comments ${generateName()}`;
  const path = await createPost(author, { title, content: "Check back later." });
  await addComment(author, path, "An old comment.");
  await page.goto(path);
  await expect(page.getByText("Jump to first new")).toHaveCount(0);
  await expect(getComment(page, "An old comment.").getByText("New", { exact: true })).toHaveCount(0);
  // A second tab, opened before there is anything new.
  const tab = await page.context().newPage();
  await tab.goto(path);
  for (const content of ["The first new comment.", "The second new comment."])
    await addComment(author, path, content);

  await openList(page);
  await expect(getPostCard(page, title)).toContainText("2 new");
  await expect(getPostCard(page, title).getByText("Unread")).toHaveCount(0);
  const prefetchPromise = page.waitForResponse((response) => response.url().includes(`${path}.data`));
  await getPostCard(page, title).getByRole("link", { name: title }).hover();
  await (await prefetchPromise).finished();
  await page.mouse.move(0, 0);
  await openList(page);
  await expect(getPostCard(page, title)).toContainText("2 new");

  await getPostCard(page, title).getByRole("link", { name: title }).click();
  await expect(page.getByText("2 new", { exact: false }).first()).toBeVisible();
  for (const text of ["The first new comment.", "The second new comment."])
    await expect(getComment(page, text).getByText("New", { exact: true })).toBeVisible();
  await expect(getComment(page, "An old comment.").getByText("New", { exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Jump to first new" }).click();
  await expect(page).toHaveURL(/#comment-/);
  await expect(getComment(page, "The second new comment.")).toBeInViewport();

  // The "New" badges remain across pages and after the member comments.
  await page.getByRole("navigation", { name: "Sort comments" }).getByRole("link", { name: "Old" }).click();
  await expect(page).toHaveURL(/sort=old/);
  await page.getByLabel("Write a comment").fill("My own comment.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(getComment(page, "My own comment.")).toBeVisible();
  await expect(getComment(page, "My own comment.").getByText("New", { exact: true })).toHaveCount(0);
  await expect(getComment(page, "The first new comment.").getByText("New", { exact: true })).toBeVisible();

  // Neither the list nor an older tab shows them as new again.
  await tab.getByLabel("Write a comment").fill("From the older tab.");
  await tab.getByRole("button", { name: "Post Comment" }).click();
  await expect(getComment(tab, "From the older tab.")).toBeVisible();
  await openList(page);
  await expect(getPostCard(page, title)).toContainText("5");
  await expect(getPostCard(page, title)).not.toContainText(/\d new/);
  await getPostCard(page, title).getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("Jump to first new")).toHaveCount(0);
});

test("a prefetched page records the visit when it is shown", async ({ page, member, openContext }) => {
  expect(member.username).not.toBe("");
  const author = await (await openContext()).newPage();
  await createMember(author.context());
  const title = `Ahead of time ${generateName()}`;
  const path = await createPost(author, { title, content: "Fetched, then read." });
  await openList(page);
  // The browser's cache returns the prefetched response.
  await page.route(`**${path}.data`, async (route) => {
    const response = await page.request.get(route.request().url(), {
      headers: { "Sec-Purpose": "prefetch" },
    });
    await route.fulfill({ response });
  });
  const visitPromise = page.waitForResponse((response) => response.url().endsWith(`${path}/visit`));
  await getPostCard(page, title).getByRole("link", { name: title }).click();
  expect((await visitPromise).status()).toBe(204);
  await openList(page);
  await expect(getPostCard(page, title).getByText("Unread")).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ allowProblem }) => allowProblem(/request failed: .*\.js csp$/));

  test("a thread can be followed, muted and saved, and new comments are marked", async ({
    page,
    member,
    openContext,
  }) => {
    expect(member.username).not.toBe("");
    const author = await (await openContext()).newPage();
    await createMember(author.context());
    const title = `Plain HTML ${generateName()}`;
    const path = await createPost(author, { title, content: "No JavaScript." });
    await page.goto(path);
    await chooseFollowState(page, "Following");
    await expect(getToast(page, "Following")).toBeVisible();
    await expect(getFollowButton(page)).toHaveText("Following");
    await page.getByRole("article").getByRole("button", { name: "Save", exact: true }).click();
    await expect(getToast(page, "Saved")).toBeVisible();
    await addComment(author, path, "A new comment.");
    await page.goto("/saved");
    await expect(getPostCard(page, title)).toContainText("1 new");
    await getPostCard(page, title).getByRole("link", { name: title }).click();
    await expect(getComment(page, "A new comment.").getByText("New", { exact: true })).toBeVisible();
    await chooseFollowState(page, "Muted");
    await expect(getFollowButton(page)).toHaveText("Muted");
    await expect(getComment(page, "A new comment.").getByText("New", { exact: true })).toBeVisible();
    await page.goto("/saved");
    await expect(getPostCard(page, title).getByText("Muted", { exact: true })).toBeVisible();
    await getPostCard(page, title)
      .getByRole("button", { name: /^Save “/ })
      .click();
    await expect(page.getByText("Nothing saved yet.")).toBeVisible();
  });
});
