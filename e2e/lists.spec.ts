import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { createPost, getPostCard, getPosts, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";

const readTitles = (page: Page) => getPosts(page).getByRole("heading").allTextContents();

test("lists have the specified wording, and the footer links to one for every category", async ({ page }) => {
  await test.step("the category chips and sort tabs have exactly the specified wording", async () => {
    const getChips = () =>
      page.getByRole("navigation", { name: "Filter by category" }).first().getByRole("link");
    const getSortTabs = () => page.getByRole("navigation", { name: "Sort" }).getByRole("link");
    await page.goto("/");
    await expect(getChips()).toHaveText([
      "All",
      "Crypto Discussion",
      "Technology",
      "Trading",
      "AI & ML",
      "DeFi",
      "NFTs",
    ]);
    await expect(getSortTabs()).toHaveText(["Hot", "New", "Top"]);
    await page.goto("/forum");
    await expect(
      page.getByRole("main").getByRole("navigation", { name: "Filter by category" }).getByRole("link"),
    ).toHaveText(["All", "Crypto Discussion", "AI & Tech", "Trading", "Technology", "News & Analysis"]);
    await expect(getSortTabs()).toHaveText(["Hot", "New", "Top"]);
    await expect(page.getByRole("navigation", { name: "Sort" }).locator("[aria-current=page]")).toHaveText(
      "Hot",
    );
  });

  await test.step("an empty list has the specified text on each page", async () => {
    await page.goto("/forum?tag=qqxxzzyyqq");
    await expect(
      page.getByText("No posts found. Be the first to create one!", { exact: true }),
    ).toBeVisible();
    await page.goto("/?tag=qqxxzzyyqq");
    await expect(page.getByText("No posts found. Be the first to post!", { exact: true })).toBeVisible();
  });

  await test.step("a blank search shows everything", async () => {
    await page.goto("/forum?q=%20%20");
    await expect(getPosts(page)).toHaveCount(20);
  });

  await test.step("every post category can be reached from the footer", async () => {
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    for (const label of [
      "Crypto Discussion",
      "Artificial Intelligence",
      "Quantum Computing",
      "DeFi",
      "NFTs",
      "Trading",
      "Technology",
      "News & Analysis",
    ]) {
      const href = await footer.getByRole("link", { name: label, exact: true }).getAttribute("href");
      const html = await (await page.request.get(href ?? "")).text();
      expect(html.includes("<article"), label).toBe(true);
    }
  });
});

test("a new post is counted, shown on its card and found by its words", async ({ page }) => {
  await test.step("the forum has its title, New Post button, search box and four live stat cards", async () => {
    await page.goto("/forum");
    await expect(page.getByRole("heading", { level: 1, name: "Community Forum" })).toBeVisible();
    await expect(page.getByRole("link", { name: "New Post" })).toHaveAttribute("href", "/create");
    await expect(page.getByPlaceholder("Search posts...")).toBeVisible();
    const cards = page.getByRole("main").locator("dl").first();
    await expect(cards.locator("dt")).toHaveText(["Total Posts", "Members", "Online Now", "Today's Posts"]);
    const readFigure = async (label: string) =>
      Number(
        (await cards.locator("div").filter({ hasText: label }).locator("dd").innerText()).replaceAll(",", ""),
      );
    const [posts, members] = [await readFigure("Total Posts"), await readFigure("Members")];
    expect(posts).toBeGreaterThanOrEqual(60);
    expect(members).toBeGreaterThanOrEqual(13);
    await createMember(page.context());
    await createPost(page, { title: `One more ${generateName()}`, content: "Counted." });
    // The counts are cached for ten seconds.
    await expect(async () => {
      await page.goto("/forum");
      expect(await readFigure("Total Posts")).toBeGreaterThan(posts);
    }).toPass({ intervals: [3_000], timeout: 30_000 });
    expect(await readFigure("Members")).toBeGreaterThan(members);
    expect(await readFigure("Today's Posts")).toBeGreaterThanOrEqual(1);
    expect(await readFigure("Online Now")).toBeGreaterThanOrEqual(1);
  });

  await test.step("a card shows score, category, age, title, author, comments and at most three tags", async () => {
    const member = await createMember(page.context());
    const title = `Four tags ${member.username}`;
    await createPost(page, {
      title,
      content: "x ".repeat(400),
      tags: ["one", "two", "three", "four"],
      category: "nft",
    });
    await page.goto("/forum?sort=new");
    const post = getPostCard(page, title);
    await expect(post.getByLabel("Score")).toHaveText("0");
    await expect(post).toContainText("NFTs");
    await expect(post).toContainText("Just now");
    await expect(post).toContainText(member.username);
    await expect(post).toContainText(/0 ?comments/);
    await expect(post.getByRole("list", { name: "Tags" }).getByRole("listitem")).toHaveText([
      "#one",
      "#two",
      "#three",
    ]);
    const lines = await post.locator("p").evaluate((element) => {
      return Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));
    });
    expect(lines).toBe(2);
    await page.goto("/forum?q=unconfirmed+two+days");
    await expect(getPosts(page).first()).toContainText("Locked");
    await expect(getPosts(page).first()).toContainText(/\d+d ago/);
  });

  await test.step("a search finds words in titles and content, in any case and misspelled", async () => {
    const mark = generateName("zebrafinch").replace("_", "");
    const [inContent, inTitle] = [generateName("Birds"), generateName("Archaeopteryx")];
    await createPost(page, { title: inContent, content: `It sings of ${mark} at dawn.` });
    await createPost(page, { title: inTitle, content: "Feathers and teeth." });
    await page.goto(`/forum?sort=top&q=${mark.toUpperCase()}`);
    await expect(getPosts(page).getByRole("heading")).toHaveText([inContent]);
    for (const search of ["archaeopteryx", "archeopterix", "archaeopt"]) {
      await page.goto(`/forum?q=${search}`);
      await expect(getPostCard(page, inTitle), search).toBeVisible();
    }
  });
});

test("order, category and search are in the URL, so a reload and a shared link show the same list", async ({
  page,
  openContext,
}) => {
  await page.goto("/forum");
  await waitUntilInteractive(page);
  await page.getByRole("navigation", { name: "Sort" }).getByRole("link", { name: "Top" }).click();
  const chosen = page.locator("main nav:not([aria-label=Show]) [aria-current=page]");
  await expect(chosen).toHaveText(["Top", "All time", "All"]);
  await page
    .getByRole("navigation", { name: "Filter by category" })
    .getByRole("link", { name: "Crypto Discussion", exact: true })
    .click();
  await expect(chosen).toHaveText(["Top", "All time", "Crypto Discussion"]);
  await page.getByPlaceholder("Search posts...").fill("wallet");
  await expect(page).toHaveURL(/q=wallet/);
  await expect(page).toHaveURL(/sort=top/);
  await expect(page).toHaveURL(/category=crypto/);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const found = await readTitles(page);
  expect(found.length).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByPlaceholder("Search posts...")).toHaveValue("wallet");
  expect(await readTitles(page)).toEqual(found);
  const friend = await (await openContext()).newPage();
  await friend.goto(page.url());
  expect(await readTitles(friend)).toEqual(found);
});

for (const { path, first } of [
  { path: "/", first: 10 },
  { path: "/forum", first: 20 },
]) {
  test(`Load More Posts continues ${path}, and going back restores items and scroll position`, async ({
    page,
  }) => {
    await page.goto(`${path}?sort=new`);
    await waitUntilInteractive(page);
    const before = await readTitles(page);
    expect(before).toHaveLength(first);
    await page.getByRole("link", { name: "Load More Posts" }).click();
    await expect(getPosts(page)).toHaveCount(first + 20);
    const allTitles = await readTitles(page);
    expect(allTitles.slice(0, first)).toEqual(before);
    expect(new Set(allTitles).size).toBe(first + 20);
    await expect(page).toHaveURL(new RegExp(`${path === "/" ? "/" : path}\\?sort=new$`));

    const last = getPostCard(page, allTitles[first + 15] ?? "");
    await last.scrollIntoViewIfNeeded();
    await page.waitForTimeout(200);
    const scrolledTo = await page.evaluate(() => scrollY);
    expect(scrolledTo).toBeGreaterThan(1000);
    await last.getByRole("heading").getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1, name: allTitles[first + 15] ?? "" })).toBeVisible();
    await page.goBack();
    await expect(getPosts(page)).toHaveCount(first + 20);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolledTo - 200);
    expect(await readTitles(page)).toEqual(allTitles);
  });
}

test("a list continues where it ended even if a post was added above", async ({ page, openContext }) => {
  await page.goto("/forum?sort=new");
  await waitUntilInteractive(page);
  const before = await readTitles(page);
  const otherPage = await (await openContext()).newPage();
  await createMember(otherPage.context());
  await createPost(otherPage, { title: `Came in above ${generateName()}`, content: "New on top." });
  await page.getByRole("link", { name: "Load More Posts" }).click();
  await expect(getPosts(page)).toHaveCount(40);
  const allTitles = await readTitles(page);
  expect(new Set(allTitles).size).toBe(40);
  expect(allTitles.slice(0, 20)).toEqual(before);
});
