import type { Locator, Page } from "@playwright/test";
import { findViolationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getPostCard, getToast, sendForm, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";

const getFilters = (page: Page) => page.getByRole("navigation", { name: "Show", exact: true });
const chooseFilter = (page: Page, name: string) =>
  getFilters(page).getByRole("link", { name, exact: true }).click();
const addComment = (page: Page, path: string, content: string) =>
  sendForm(page, path, new URLSearchParams({ intent: "comment", content, parentId: "" }));
/** Clicks a button that sends a form, and waits for the response. */
async function submitFollow(page: Page, button: Locator): Promise<void> {
  const responsePromise = page.waitForResponse((response) => response.url().includes("/forum/follow"));
  await button.click();
  await responsePromise;
}

test("members filter by unread and unanswered, and get a next step where a list is empty", async ({
  openContext,
}) => {
  const author = await (await openContext()).newPage();
  await createMember(author.context());
  const page = await (await openContext()).newPage();
  await createMember(page.context());
  const tag = generateName();
  const [answered, open] = [`Answered ${tag}`, `Still open ${tag}`];
  const answeredPath = await createPost(author, { title: answered, content: "A.", tags: [tag] });
  await createPost(author, { title: open, content: "B.", tags: [tag] });
  await addComment(author, answeredPath, "A comment.");

  await page.goto(`/forum?tag=${tag}`);
  await waitUntilInteractive(page);
  await chooseFilter(page, "Unanswered");
  await expect(page).toHaveURL(new RegExp(`/forum\\?filter=unanswered&tag=${tag}$`));
  await expect(getPostCard(page, open)).toBeVisible();
  await expect(getPostCard(page, answered)).toHaveCount(0);
  await chooseFilter(page, "Unread");
  await expect(page).toHaveURL(new RegExp(`/forum\\?filter=unread&tag=${tag}$`));
  await expect(page.getByText("Covers the latest 200 posts and 300 comments.")).toBeVisible();
  await expect(getPostCard(page, open).getByText("Unread")).toBeAttached();
  await expect(getPostCard(page, answered).getByText("Unread")).toBeAttached();
  expect(await findViolationsInThemes(page)).toEqual([]);

  for (const title of [answered, open]) {
    await getPostCard(page, title).getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    // The visit may be recorded after the page is shown, so load the list until it has been.
    await expect(async () => {
      await page.goto(`/forum?filter=unread&tag=${tag}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await getPostCard(page, title).count()).toBe(0);
    }).toPass();
  }
  await expect(page.getByText("You're all caught up.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Show all categories" })).toBeVisible();
  expect(await findViolationsInThemes(page)).toEqual([]);
  await addComment(author, answeredPath, "Another comment.");
  await page.reload();
  await expect(getPostCard(page, answered).getByText("1 new")).toBeVisible();
});

test("visitors can filter by unanswered, and following asks them to sign in", async ({ page }) => {
  await page.goto("/forum?filter=unread&tag=basics");
  await expect(getFilters(page).getByRole("link")).toHaveText(["All", "Unanswered"]);
  await expect(getFilters(page).getByRole("link", { name: "All", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.getByRole("link", { name: "Follow #basics" })).toHaveAttribute(
    "href",
    `/auth?next=${encodeURIComponent("/forum?tag=basics")}`,
  );
  const response = await sendForm(
    page,
    "/forum/follow",
    new URLSearchParams({ tag: "basics", follow: "yes" }),
  );
  expect(response.status()).toBe(302);
  expect(response.headers().location).toBe(`/auth?next=${encodeURIComponent("/forum")}`);
});

test("a followed tag notifies of a new post, lists it under Following, and can be unfollowed", async ({
  openContext,
}) => {
  const author = await (await openContext()).newPage();
  await createMember(author.context());
  const page = await (await openContext()).newPage();
  await createMember(page.context());
  const tag = generateName();

  await page.goto("/forum?filter=following");
  await waitUntilInteractive(page);
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Follow Quantum Computing" })).toBeVisible();
  expect(await findViolationsInThemes(page)).toEqual([]);

  await page.goto(`/forum?tag=${tag}`);
  await waitUntilInteractive(page);
  await submitFollow(page, page.getByRole("button", { name: `Follow #${tag}` }));
  await expect(getToast(page, "Following")).toBeVisible();
  await expect(page.getByRole("button", { name: `Following #${tag}` })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(await findViolationsInThemes(page)).toEqual([]);

  const title = `In a followed tag ${tag}`;
  await createPost(author, { title, content: "Some text.", tags: [tag.toUpperCase()] });
  await expect(page.getByRole("button", { name: /1 unread/ })).toBeVisible();
  await chooseFilter(page, "Following");
  await expect(getPostCard(page, title)).toBeVisible();
  await page.goto("/notifications");
  await page.getByRole("link", { name: `posted ${title} in #${tag}, which you follow` }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  await page.goto("/settings/notifications");
  await expect(page.getByRole("link", { name: `#${tag}` })).toHaveAttribute("href", `/forum?tag=${tag}`);
  expect(await findViolationsInThemes(page)).toEqual([]);
  await page.getByRole("button", { name: `Unfollow #${tag}` }).click();
  await expect(getToast(page, "Not following")).toBeVisible();
  await expect(page.getByText("You don't follow any tags or categories yet.")).toBeVisible();
});

test("after two clicks the last choice wins, and a revoked session follows nothing", async ({
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 401 .*\/forum\/follow/);
  const page = await (await openContext()).newPage();
  await createMember(page.context());
  await page.goto("/forum?category=defi");
  await waitUntilInteractive(page);
  const button = page.getByRole("button", { name: /^Follow(ing)? DeFi$/ });
  await button.click();
  await button.click();
  await expect(button).toHaveText("Follow DeFi");
  // The button changes before the response.
  await expect(getToast(page, "Not following")).toBeVisible();
  await page.goto("/settings/notifications");
  await expect(page.getByText("You don't follow any tags or categories yet.")).toBeVisible();

  await page.goto("/forum?category=defi");
  await waitUntilInteractive(page);
  const otherTab = await page.context().newPage();
  await sendForm(otherTab, "/sign-out", new URLSearchParams());
  await button.click();
  await expect(getToast(page, "Authentication required")).toBeVisible();
  await expect(button).toHaveText("Follow DeFi");
});

test.describe("without JavaScript", () => {
  test("members filter, follow a category and unfollow it", async ({ openContext, allowProblem }) => {
    allowProblem(/request failed: .*\.js csp$/);
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    await createMember(page.context());
    await page.goto("/forum?category=nft");
    await page.getByRole("button", { name: "Follow NFTs" }).click();
    await expect(page).toHaveURL(/\/forum\?category=nft$/);
    await expect(page.getByRole("button", { name: "Following NFTs" })).toBeVisible();
    await chooseFilter(page, "Following");
    await expect(page).toHaveURL(/\/forum\?filter=following&category=nft$/);
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.goto("/settings/notifications");
    await page.getByRole("button", { name: "Unfollow NFTs" }).click();
    await expect(page).toHaveURL(/\/settings\/notifications$/);
    await expect(page.getByText("You don't follow any tags or categories yet.")).toBeVisible();
  });
});
