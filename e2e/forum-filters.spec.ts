import { findViolationsInThemes } from "./axe.ts";
import { test as base, expect } from "./fixtures.ts";
import { createPost, getPostCard, getToast, sendForm, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

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

const getFilters = (plain: PlainPage) => plain.find("navigation", "Filter posts");
const chooseFilter = (plain: PlainPage, name: string) => plain.follow(getFilters(plain).find("link", name));

test("members filter by unread and unanswered, and empty lists suggest what to do next", async ({
  plain,
  author,
  member: _,
}) => {
  const tag = generateName();
  const [answeredTitle, openTitle] = [`Answered ${tag}`, `Still open ${tag}`];
  const answeredPath = await createPost(author, { title: answeredTitle, content: "A.", tags: [tag] });
  const openPath = await createPost(author, { title: openTitle, content: "B.", tags: [tag] });
  const addComment = () =>
    sendForm(author, answeredPath, new URLSearchParams({ intent: "comment", content: "A.", parentId: "" }));
  const getCards = (title: string) => plain.findAll("article", { text: title });
  await addComment();

  await plain.goto(`/forum?tag=${tag}`);
  await chooseFilter(plain, "Unanswered");
  expect(plain.path).toBe(`/forum?filter=unanswered&tag=${tag}`);
  expect([getCards(openTitle), getCards(answeredTitle)].map(({ length }) => length)).toEqual([1, 0]);
  await chooseFilter(plain, "Unread");
  expect(plain.path).toBe(`/forum?filter=unread&tag=${tag}`);
  expect(plain.text).toContain("Covers the latest 200 posts and 300 comments.");
  for (const title of [openTitle, answeredTitle]) expect(getCards(title)[0]?.text).toContain("Unread");
  for (const path of [answeredPath, openPath]) await plain.goto(path);
  await plain.goto(`/forum?filter=unread&tag=${tag}`);
  expect([getCards(openTitle), getCards(answeredTitle)].map(({ length }) => length)).toEqual([0, 0]);
  expect(plain.text).toContain("You're all caught up.");
  plain.find("link", "Show all categories");
  await addComment();
  await plain.goto(plain.path);
  expect(getCards(answeredTitle)[0]?.text).toContain("1 new");
});

test("visitors can filter by unanswered, and are asked to sign in before they can follow a tag", async ({
  plain,
}) => {
  await plain.goto("/forum?filter=unread&tag=basics");
  const filters = getFilters(plain).findAll("link");
  expect(filters.map((link) => [link.text, link.attribute("aria-current")])).toEqual([
    ["All", "page"],
    ["Unanswered", undefined],
  ]);
  expect(plain.find("link", "Follow #basics").attribute("href")).toBe(
    `/auth?next=${encodeURIComponent("/forum?tag=basics")}`,
  );
  const form = new URLSearchParams({ tag: "basics", follow: "yes" });
  const response = await sendForm(plain, "/forum/follow", form);
  expect(response.status()).toBe(302);
  expect(response.headers().location).toBe(`/auth?next=${encodeURIComponent("/forum")}`);
});

test("a member is notified of a new post with a followed tag, finds it under Following, and unfollows the tag; the pages are accessible", async ({
  page,
  plain,
  author,
  member: _,
  allowProblem,
}) => {
  allowProblem(/status of 401 .*\/forum\/follow/);
  const tag = generateName();
  await page.goto("/forum?filter=following");
  await waitUntilInteractive(page);
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Follow Quantum Computing" })).toBeVisible();
  expect(await findViolationsInThemes(page)).toEqual([]);

  await showScreen(page, `/forum?tag=${tag}`);
  await page.getByRole("button", { name: `Follow #${tag}` }).click();
  await expect(getToast(page, "Following")).toBeVisible();
  await expect(page.getByRole("button", { name: `Following #${tag}` })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const title = `In a followed tag ${tag}`;
  const path = await createPost(author, { title, content: "Some text.", tags: [tag.toUpperCase()] });
  await expect(page.getByRole("button", { name: /1 unread/ })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Filter posts" })
    .getByRole("link", { name: "Following", exact: true })
    .click();
  await expect(getPostCard(page, title)).toBeVisible();
  for (const filter of ["unread", "following"]) {
    if (filter === "unread") await plain.goto(path);
    await showScreen(page, `/forum?filter=${filter}&tag=${tag}`);
    expect(await findViolationsInThemes(page), filter).toEqual([]);
  }
  await plain.goto("/notifications");
  await plain.follow(plain.find("link", new RegExp(`posted ${title} in #${tag}, which you follow`)));
  expect(plain.path).toBe(path);

  await showScreen(page, "/settings/notifications");
  await expect(page.getByRole("link", { name: `#${tag}` })).toHaveAttribute("href", `/forum?tag=${tag}`);
  expect(await findViolationsInThemes(page)).toEqual([]);
  await page.getByRole("button", { name: `Unfollow #${tag}` }).click();
  await expect(getToast(page, "Not following")).toBeVisible();
  await expect(page.getByText("You don't follow any tags or categories yet.")).toBeVisible();

  await test.step("after two clicks, the last choice wins, and a revoked session can't follow anything", async () => {
    // A new document, without the earlier toast "Not following".
    await page.goto("/forum?category=defi");
    await waitUntilInteractive(page);
    const button = page.getByRole("button", { name: /^Follow(ing)? DeFi$/ });
    await button.click();
    await button.click();
    await expect(button).toHaveText("Follow DeFi");
    // The button changes before the response arrives.
    await expect(getToast(page, "Not following")).toBeVisible();
    await plain.goto("/settings/notifications");
    expect(plain.text).toContain("You don't follow any tags or categories yet.");

    await sendForm(plain, "/sign-out", new URLSearchParams());
    await button.click();
    await expect(getToast(page, "Authentication required")).toBeVisible();
    await expect(button).toHaveText("Follow DeFi");
  });
});

test("without JavaScript, members filter, follow a category and unfollow it", async ({
  plain,
  member: _,
}) => {
  await plain.goto("/forum?category=nft");
  await plain.submit("Follow NFTs");
  expect(plain.path).toBe("/forum?category=nft");
  plain.find("button", "Following NFTs");
  await chooseFilter(plain, "Following");
  expect(plain.path).toBe("/forum?filter=following&category=nft");
  plain.find("article");
  await plain.goto("/settings/notifications");
  await plain.submit("Unfollow NFTs");
  expect(plain.path).toBe("/settings/notifications");
  expect(plain.text).toContain("You don't follow any tags or categories yet.");
});
