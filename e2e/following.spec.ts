import type { Page } from "@playwright/test";
import { findViolationsInThemes } from "./axe.ts";
import { test as base, expect } from "./fixtures.ts";
import {
  createPost,
  getPostCard,
  getToast,
  type Requester,
  sendForm,
  waitUntilInteractive,
} from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

const getFollowButton = (page: Page) =>
  page.getByRole("button", { name: /: choose notifications for this thread$/ });
/** The text of a plain page's follow button. */
const readFollowState = (plain: PlainPage) =>
  plain.find("button", /: choose notifications for this thread$/).text;
const addComment = (page: Requester, path: string, content: string) =>
  sendForm(page, path, new URLSearchParams({ intent: "comment", content, parentId: "" }));
/** Opens a list on the plain page and returns a post's card. */
const readCard = async (plain: PlainPage, title: string, path = "/forum?sort=new") =>
  (await plain.goto(path)).find("article", { text: title });

const test = base.extend<{
  /** Another member, who writes posts and comments. */
  author: PlainPage;
}>({
  author: async ({ openContext }, use) => {
    const author = new PlainPage(await openContext());
    await createMember(author.context());
    await use(author);
  },
});

test("a visitor who wants to follow a thread or save a post is sent to sign in and back", async ({
  plain,
  author,
}) => {
  const title = `Worth following ${generateName()}`;
  const path = await createPost(author, { title, content: "Follow me." });
  const card = await readCard(plain, title);
  expect(card.text).not.toContain("Unread");
  expect(card.findAll("button", /^Save/)).toHaveLength(0);
  await plain.goto(path);
  for (const name of ["Follow", "Save"])
    expect(plain.find("article").find("link", name).attribute("href")).toBe(
      `/auth?next=${encodeURIComponent(path)}`,
    );
  for (const form of ["follow", "save"]) {
    const fields = new URLSearchParams({ state: "muted", save: "yes" });
    const response = await sendForm(plain, `${path}/${form}`, fields);
    expect(response.status()).toBe(302);
    expect(response.headers().location).toBe(`/auth?next=${encodeURIComponent(path)}`);
  }
});

test("members follow and mute threads, save posts, and a visit is recorded when a page is shown", async ({
  page,
  plain,
  author,
  member: _,
  allowProblem,
}) => {
  await test.step("authors and commenters follow a thread automatically, and muting it hides its excerpt in lists", async () => {
    const title = `Soon muted ${generateName()}`;
    const path = await createPost(author, { title, content: "Text of the excerpt." });
    await author.goto(path);
    expect(readFollowState(author)).toBe("Following");
    expect((await readCard(plain, title)).text).toContain("Unread");

    await page.goto(path);
    await waitUntilInteractive(page);
    await expect(getFollowButton(page)).toHaveText("Follow");
    await page.getByLabel("Write a comment").fill("Here I am.");
    await page.getByRole("button", { name: "Post Comment" }).click();
    await expect(getFollowButton(page)).toHaveText("Following");

    // Use only the keyboard, to check that Tab reaches the choices, which are in a native popover.
    await getFollowButton(page).focus();
    await page.keyboard.press("Enter");
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: /^Muted You won't be notified/ })).toBeFocused();
    expect(await findViolationsInThemes(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(getToast(page, "Muted")).toBeVisible();
    await expect(getFollowButton(page)).toHaveText("Muted");
    await expect(getFollowButton(page)).toBeFocused();

    // A refused choice shows the state before it, which the page's data doesn't contain.
    allowProblem(/status of 422 /);
    await page.route(/\/follow\.data/, (route) => route.continue({ postData: "state=unknown" }), {
      times: 1,
    });
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Following You'll be notified/ }).click();
    await expect(getToast(page, "Error")).toBeVisible();
    await expect(getFollowButton(page)).toHaveText("Muted");

    await addComment(author, path, "No one should be notified of this.");
    await showScreen(page, "/forum?sort=new");
    await expect(getPostCard(page, title).getByText("Muted", { exact: true })).toBeVisible();
    await expect(getPostCard(page, title)).not.toContainText("Text of the excerpt.");
    await expect(getPostCard(page, title)).not.toContainText("1 new");
    // Checking the complete list takes five times as long.
    await showScreen(page, `/forum?q=${encodeURIComponent(title)}`);
    await expect(getPostCard(page, title).getByText("Muted", { exact: true })).toBeVisible();
    expect(await findViolationsInThemes(page)).toEqual([]);
  });

  await test.step("saved posts are listed and can be removed and saved again, and deleted posts are marked", async () => {
    const [savedTitle, deletedTitle] = [`Worth keeping ${generateName()}`, `Soon gone ${generateName()}`];
    const savedPath = await createPost(author, { title: savedTitle, content: "Keep." });
    const deletedPath = await createPost(author, { title: deletedTitle, content: "Go." });
    await plain.goto("/saved");
    expect(plain.text).toContain("Nothing saved yet. Save a post to find it here.");

    await showScreen(page, savedPath);
    const saveButton = page.getByRole("article").getByRole("button", { name: /^Saved?$/ });
    const savePromise = page.waitForResponse((response) => response.url().includes(`${savedPath}/save`));
    await saveButton.click();
    await expect(saveButton).toHaveText("Saved");
    await expect(saveButton).toHaveAttribute("aria-pressed", "true");
    await savePromise;
    await showScreen(page, "/forum?sort=new");
    const deletedSavePromise = page.waitForResponse((response) =>
      response.url().includes(`${deletedPath}/save`),
    );
    await getPostCard(page, deletedTitle)
      .getByRole("button", { name: /^Save “Soon gone/ })
      .click();
    // The toast may belong to the other post.
    await deletedSavePromise;
    await expect(getToast(page, "Saved").getByRole("link", { name: "Saved posts" })).toBeVisible();
    await expect(page).toHaveURL(/\/forum\?sort=new$/);
    await sendForm(author, `${deletedPath}/edit`, new URLSearchParams({ intent: "delete" }));

    await page.getByRole("button", { name: /^Account menu/ }).click();
    await page.getByRole("link", { name: "Saved posts" }).first().click();
    await expect(page).toHaveURL(/\/saved$/);
    const list = page.getByRole("region", { name: "Saved posts" });
    await expect(list.getByRole("heading")).toHaveText([/^This post was deleted\. You saved it/, savedTitle]);
    await expect(list).not.toContainText("Soon gone");
    await list.getByRole("button", { name: "Save the deleted post" }).click();
    await expect(list.getByText("Removed", { exact: true })).toBeVisible();
    const cardSaveButton = getPostCard(page, savedTitle).getByRole("button", { name: /^Save “/ });
    // The button changes before the response arrives, and the toast may belong to the deleted post, so wait for each
    // response.
    const clickCardSaveButton = async (pressed: "true" | "false") => {
      const responsePromise = page.waitForResponse((response) =>
        response.url().includes(`${savedPath}/save`),
      );
      await cardSaveButton.click();
      expect((await responsePromise).ok()).toBe(true);
      await expect(cardSaveButton).toHaveAttribute("aria-pressed", pressed);
    };
    await clickCardSaveButton("false");
    await clickCardSaveButton("true");
    await plain.goto("/saved");
    const headings = plain.find("region", "Saved posts").findAll("h3");
    expect(headings.map(({ text }) => text)).toEqual([savedTitle]);
  });

  await test.step("a prefetched page records the visit when it is shown, but not before", async () => {
    const title = `Ahead of time ${generateName()}`;
    const path = await createPost(author, { title, content: "Fetched, then read." });
    await showScreen(page, `/forum?q=${encodeURIComponent(title)}`);
    const link = getPostCard(page, title).getByRole("link", { name: title });
    const prefetchPromise = page.waitForResponse((response) => response.url().includes(`${path}.data`));
    await link.hover();
    await (await prefetchPromise).finished();
    await page.mouse.move(0, 0);
    expect((await readCard(plain, title)).text).toContain("Unread");

    // Simulates the browser's cache, which returns the prefetched response.
    await page.route(`**${path}.data`, async (route) => {
      const response = await page.request.get(route.request().url(), {
        headers: { "Sec-Purpose": "prefetch" },
      });
      await route.fulfill({ response });
    });
    const visitPromise = page.waitForResponse((response) => response.url().endsWith(`${path}/visit`));
    await link.click();
    expect((await visitPromise).status()).toBe(204);
    expect((await readCard(plain, title)).text).not.toContain("Unread");
  });
});

test("comments since the last visit are counted in lists and marked on the page", async ({
  plain,
  author,
  member: _,
}) => {
  const title = `New comments ${generateName()}`;
  const path = await createPost(author, { title, content: "Check back later." });
  await addComment(author, path, "An old comment.");
  const isNew = (text: string) =>
    plain
      .findAll("listitem", { text })
      .at(-1)
      ?.findAll("span")
      .some((badge) => badge.text === "New");
  const readCardText = async (tab = plain) => (await readCard(tab, title)).text;
  await plain.goto(path);
  expect(plain.findAll("link", /^Jump to first new/)).toHaveLength(0);
  expect(isNew("An old comment.")).toBe(false);
  // This is a second tab, opened before there is anything new.
  const tab = await new PlainPage(plain.context()).goto(path);
  for (const content of ["The first new comment.", "The second new comment."])
    await addComment(author, path, content);
  // The response with the page doesn't wait for the visit to be recorded.
  await expect.poll(() => readCardText()).toContain("2 new");
  expect(await readCardText()).not.toContain("Unread");

  await plain.goto(path);
  expect(plain.find("main").text).toContain("2 new");
  for (const text of ["The first new comment.", "The second new comment."]) expect(isNew(text)).toBe(true);
  expect(isNew("An old comment.")).toBe(false);
  const target = plain
    .find("link", /^Jump to first new/)
    .attribute("href")
    ?.split("#")[1];
  const firstNewComment = plain.findAll("listitem").find((item) => item.attribute("id") === target);
  expect(firstNewComment?.text).toContain("The second new comment.");

  const listPage = new PlainPage(plain.context());
  await expect.poll(() => readCardText(listPage)).not.toContain("2 new");

  // The "New" badges remain across pages and after the member comments.
  await plain.follow(plain.find("navigation", "Sort comments").find("link", "Old"));
  expect(plain.path).toContain("sort=old");
  await plain.submit("Post Comment", { "Write a comment": "My own comment." });
  expect(isNew("My own comment.")).toBe(false);
  expect(isNew("The first new comment.")).toBe(true);

  // Neither the list nor an older tab shows the comments as new again.
  await tab.submit("Post Comment", { "Write a comment": "From the older tab." });
  expect(tab.text).toContain("From the older tab.");
  expect(await readCardText()).toContain("5");
  expect(await readCardText()).not.toMatch(/\d new/);
  await plain.goto(path);
  expect(plain.findAll("link", /^Jump to first new/)).toHaveLength(0);
});

test("without JavaScript, a thread can be followed, muted and saved, and new comments are marked", async ({
  plain,
  author,
  member: _,
}) => {
  const title = `Plain HTML ${generateName()}`;
  const path = await createPost(author, { title, content: "No JavaScript." });
  const chooseNotifications = (choice: string) =>
    plain.submit(plain.find("button", new RegExp(`^${choice}You`)));
  await plain.goto(path);
  await chooseNotifications("Following");
  expect(plain.notice).toContain("Following");
  expect(readFollowState(plain)).toBe("Following");
  await plain.submit(plain.find("article").find("button", "Save"));
  expect(plain.notice).toContain("Saved");
  await addComment(author, path, "A new comment.");
  expect((await readCard(plain, title, "/saved")).text).toContain("1 new");
  await plain.follow(title);
  const readComment = () => plain.find("main").findAll("listitem", { text: "A new comment." }).at(-1)?.text;
  expect(readComment()).toContain("New");
  await chooseNotifications("Muted");
  expect(readFollowState(plain)).toBe("Muted");
  expect(readComment()).toContain("New");
  await chooseNotifications("Not following");
  expect(readFollowState(plain)).toBe("Follow");
  await chooseNotifications("Muted");
  const card = await readCard(plain, title, "/saved");
  expect(card.text).toContain("Muted");
  await plain.submit(card.find("button", /^Save “/));
  expect(plain.text).toContain("Nothing saved yet.");
});
