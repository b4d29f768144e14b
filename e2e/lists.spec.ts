import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { createPost, getPostCard, getPosts, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

const readTitles = (page: Page) => getPosts(page).getByRole("heading").allTextContents();

test("lists have the specified wording, and the footer links to a list for every category", async ({
  plain,
}) => {
  const readLinks = (name: string) => plain.find("main").find("navigation", name).findAll("link");
  const readTexts = (name: string) => readLinks(name).map(({ text }) => text);
  await test.step("the category chips and sort tabs have exactly the specified wording", async () => {
    await plain.goto("/");
    expect(readTexts("Filter by category")).toEqual([
      "All",
      "Crypto Discussion",
      "Technology",
      "Trading",
      "AI & ML",
      "DeFi",
      "NFTs",
    ]);
    expect(readTexts("Sort")).toEqual(["Hot", "New", "Top"]);
    await plain.goto("/forum");
    expect(readTexts("Filter by category")).toEqual([
      "All",
      "Crypto Discussion",
      "AI & Tech",
      "Trading",
      "Technology",
      "News & Analysis",
    ]);
    expect(readTexts("Sort")).toEqual(["Hot", "New", "Top"]);
    const currentLinks = readLinks("Sort").filter((link) => link.attribute("aria-current") === "page");
    expect(currentLinks.map(({ text }) => text)).toEqual(["Hot"]);
  });

  await test.step("an empty list has the specified text on each page", async () => {
    await plain.goto("/forum?tag=qqxxzzyyqq");
    expect(plain.text).toContain("No posts found. Be the first to create one!");
    await plain.goto("/forum?category=quantum&tag=qqxxzzyyqq");
    expect(plain.find("link", "Create a post").attribute("href")).toBe("/create?category=quantum");
    expect(plain.find("link", "Show all posts").attribute("href")).toBe("/forum");
    await plain.goto("/?tag=qqxxzzyyqq");
    expect(plain.text).toContain("No posts found. Be the first to post!");
  });

  await test.step("a blank search shows everything", async () => {
    await plain.goto("/forum?q=%20%20");
    expect(plain.findAll("article")).toHaveLength(20);
  });

  await test.step("every post category can be reached from the footer", async () => {
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
      await plain.follow(plain.find("contentinfo").find("link", label));
      expect(plain.findAll("article").length, label).toBeGreaterThan(0);
    }
  });
});

test("a new post is counted and found by its words", async ({ plain }) => {
  await test.step("the forum has its title, New Post button, search box and four live stat cards", async () => {
    await plain.goto("/forum");
    expect(plain.find("h1").text).toBe("Community Forum");
    expect(plain.find("link", "New Post").attribute("href")).toBe("/create");
    expect(plain.findAll("field").map((field) => field.attribute("placeholder"))).toContain(
      "Search posts...",
    );
    const getStats = () => plain.find("main").find("dl");
    expect(
      getStats()
        .findAll("term")
        .map(({ text }) => text),
    ).toEqual(["Total Posts", "Members", "Online Now", "Today's Posts"]);
    const readFigure = (label: string) =>
      Number(getStats().find("div", { text: label }).find("dd").text.replaceAll(",", ""));
    const [posts, members] = [readFigure("Total Posts"), readFigure("Members")];
    expect(posts).toBeGreaterThanOrEqual(60);
    expect(members).toBeGreaterThanOrEqual(13);
    await createMember(plain.context());
    await createPost(plain, { title: `One more ${generateName()}`, content: "Counted." });
    // The counts are cached for ten seconds.
    await expect(async () => {
      await plain.goto("/forum");
      expect(readFigure("Total Posts")).toBeGreaterThan(posts);
    }).toPass({ intervals: [3_000], timeout: 30_000 });
    expect(readFigure("Members")).toBeGreaterThan(members);
    expect(readFigure("Today's Posts")).toBeGreaterThanOrEqual(1);
    expect(readFigure("Online Now")).toBeGreaterThanOrEqual(1);
  });

  await test.step("a search finds words in titles and content, regardless of case and even if misspelled", async () => {
    const word = generateName("zebrafinch").replace("_", "");
    const [contentMatchTitle, titleMatchTitle] = [generateName("Birds"), generateName("Archaeopteryx")];
    await createPost(plain, { title: contentMatchTitle, content: `It sings of ${word} at dawn.` });
    await createPost(plain, { title: titleMatchTitle, content: "Feathers and teeth." });
    await plain.goto(`/forum?sort=top&q=${word.toUpperCase()}`);
    expect(plain.findAll("article").map((post) => post.find("h3").text)).toEqual([contentMatchTitle]);
    for (const search of ["archaeopteryx", "archeopterix", "archaeopt"]) {
      await plain.goto(`/forum?q=${search}`);
      plain.find("article", { text: titleMatchTitle });
    }
  });
});

test("a card shows score, category, age, title, author, comments and at most three tags", async ({
  page,
  plain,
  member,
}) => {
  const title = `Four tags ${member.username}`;
  await createPost(page, {
    title,
    content: "x ".repeat(400),
    tags: ["one", "two", "three", "four"],
    category: "nft",
  });
  await page.goto(`/forum?q=${encodeURIComponent(title)}`);
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
  const lineCount = await post.locator("p").evaluate((element) => {
    return Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));
  });
  expect(lineCount).toBe(2);
  await plain.goto("/forum?q=unconfirmed+two+days");
  expect(plain.find("article").text).toMatch(/\d+d ago/);
  expect(plain.find("article").text).toContain("Locked");
});

test("order, category and search are in the URL, so a reload and a shared link show the same list, which can be continued", async ({
  page,
  plain,
  openContext,
}) => {
  await page.goto("/forum");
  await waitUntilInteractive(page);
  await page.getByRole("navigation", { name: "Sort" }).getByRole("link", { name: "Top" }).click();
  const currentLinks = page.locator("main nav:not([aria-label='Filter posts']) [aria-current=page]");
  await expect(currentLinks).toHaveText(["Top", "All time", "All"]);
  await page
    .getByRole("navigation", { name: "Filter by category" })
    .getByRole("link", { name: "Crypto Discussion", exact: true })
    .click();
  await expect(currentLinks).toHaveText(["Top", "All time", "Crypto Discussion"]);
  await page.getByPlaceholder("Search posts...").fill("wallet");
  await expect(page).toHaveURL(/q=wallet/);
  await expect(page).toHaveURL(/sort=top/);
  await expect(page).toHaveURL(/category=crypto/);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const foundTitles = await readTitles(page);
  expect(foundTitles.length).toBeGreaterThan(0);
  await plain.goto(page.url());
  const searchBox = plain
    .findAll("field")
    .find((field) => field.attribute("placeholder") === "Search posts...");
  expect(searchBox?.value).toBe("wallet");
  expect(plain.findAll("article").map((post) => post.find("h3").text)).toEqual(foundTitles);

  for (const { path, firstCount } of [
    { path: "/", firstCount: 10 },
    { path: "/forum", firstCount: 20 },
  ]) {
    await test.step(`Load More Posts continues ${path}, and going back restores items and scroll position`, async () => {
      await showScreen(page, `${path}?sort=new`);
      const initialTitles = await readTitles(page);
      expect(initialTitles).toHaveLength(firstCount);
      await page.getByRole("link", { name: "Load More Posts" }).click();
      await expect(getPosts(page)).toHaveCount(firstCount + 20);
      const allTitles = await readTitles(page);
      expect(allTitles.slice(0, firstCount)).toEqual(initialTitles);
      expect(new Set(allTitles).size).toBe(firstCount + 20);
      await expect(page).toHaveURL(new RegExp(`${path}\\?sort=new$`));

      const openedPost = getPostCard(page, allTitles[firstCount + 15] ?? "");
      await openedPost.scrollIntoViewIfNeeded();
      const scrollPosition = await page.evaluate(() => scrollY);
      expect(scrollPosition).toBeGreaterThan(1000);
      await openedPost.getByRole("heading").getByRole("link").click();
      await expect(
        page.getByRole("heading", { level: 1, name: allTitles[firstCount + 15] ?? "" }),
      ).toBeVisible();
      await page.goBack();
      await expect(getPosts(page)).toHaveCount(firstCount + 20);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrollPosition - 200);
      expect(await readTitles(page)).toEqual(allTitles);
    });
  }

  await test.step("a list continues where it ended even if a post was added above", async () => {
    await showScreen(page, "/terms");
    await showScreen(page, "/forum?sort=new");
    const initialTitles = await readTitles(page);
    const otherPage = new PlainPage(await openContext());
    await createMember(otherPage.context());
    await createPost(otherPage, { title: `Added above ${generateName()}`, content: "New on top." });
    await page.getByRole("link", { name: "Load More Posts" }).click();
    await expect(getPosts(page)).toHaveCount(40);
    const allTitles = await readTitles(page);
    expect(new Set(allTitles).size).toBe(40);
    expect(allTitles.slice(0, 20)).toEqual(initialTitles);
  });
});
