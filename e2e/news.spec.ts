import type { Page } from "@playwright/test";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { createMember } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

/** The first sample article, which the demo shows. */
const ARTICLE_PATH = "/news/00000000-0000-4000-8000-000000000001";
const TITLE = "Sample: How to read a Bitcoin headline before it reads you";
/** Cards show a "Sample" badge instead of the title's first word. */
const CARD_TITLE = TITLE.replace("Sample: ", "");
/** A browser's user agent; views by headless browsers don't count. */
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const readTitles = (page: Page) =>
  page.getByRole("main").getByRole("article").getByRole("heading").allTextContents();
const readFigure = async (page: Page, label: string) =>
  Number(await page.locator("dl > div", { hasText: label }).locator("dd").innerText());

test("the news page lists articles by category and by search, and an article can be shared", async ({
  page,
  plain,
  context,
  allowProblem,
}) => {
  allowProblem(/status of 404/);
  let allTitles: string[] = [];
  await test.step("the news page has its title, search, counters, tabs and cards; samples are labeled", async () => {
    await page.goto("/news");
    await expect(page.getByRole("heading", { level: 1, name: "Latest News" })).toBeVisible();
    await expect(page.getByPlaceholder("Search news...")).toBeVisible();
    await expect(page.getByRole("main").locator("dt")).toHaveText(["Flash News", "Total Stories", "Sources"]);
    await expect(page.getByRole("navigation", { name: "News by category" }).getByRole("link")).toHaveText([
      "All News",
      "Crypto",
      "AI & Tech",
      "Quantum",
    ]);
    const cards = page.getByRole("main").getByRole("article");
    expect(await cards.count()).toBe(await readFigure(page, "Total Stories"));
    const firstCard = cards.filter({ hasText: CARD_TITLE });
    for (const text of ["Flash", "Sample", "Crypto", "1h ago", "min read", "#bitcoin", "Lattice News"])
      await expect(firstCard).toContainText(text);
    await expect(page.getByText("The articles here are samples.")).toBeVisible();
    allTitles = await readTitles(page);
  });

  await test.step("six skeleton cards are shown while another category loads", async () => {
    await waitUntilInteractive(page);
    let release = () => {};
    const releasePromise = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/news.data?*", async (route) => {
      await releasePromise;
      await route.continue();
    });
    await page.getByRole("link", { name: "Quantum", exact: true }).click();
    await expect(page.locator(".skeleton")).toHaveCount(6);
    await expect(page.getByRole("main").getByRole("status").first()).toHaveText("Loading news...");
    await expect(page.locator("main article h3 a")).toHaveCount(0);
    release();
    await expect(page.locator(".skeleton")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("article").first()).toContainText("Quantum");
  });

  await test.step("every category has a list, and the URL contains the category and the search", async () => {
    const listedTitles: string[] = [];
    for (const [label, value] of [
      ["Crypto", "crypto"],
      ["AI & Tech", "ai"],
      ["Quantum", "quantum"],
      ["DeFi", "defi"],
      ["Blockchain", "blockchain"],
    ] as const) {
      await page
        .getByRole("main")
        .getByRole("navigation")
        .getByRole("link", { name: label, exact: true })
        .click();
      await expect(page).toHaveURL(`/news?category=${value}`);
      await expect(page.getByRole("main").locator("nav [aria-current=page]")).toHaveText([label]);
      await expect(page.locator(".skeleton")).toHaveCount(0);
      const categoryTitles = await readTitles(page);
      expect(categoryTitles.length).toBeGreaterThan(0);
      listedTitles.push(...categoryTitles);
    }
    expect(listedTitles.toSorted()).toEqual(allTitles.toSorted());

    await page.getByPlaceholder("Search news...").fill("finality");
    await expect(page).toHaveURL("/news?q=finality&category=blockchain");
    await expect(page.getByText("Results for “finality”, newest first.")).toBeVisible();
    const foundTitles = await readTitles(page);
    await plain.goto("/news?q=finality&category=blockchain");
    const articles = plain.find("main").findAll("article");
    expect(articles.map((article) => article.find("heading").text)).toEqual(foundTitles);
    await page.getByPlaceholder("Search news...").fill("qqxxzzyyqq");
    await expect(page.getByText("Nothing found for “qqxxzzyyqq”")).toBeVisible();
  });

  await test.step("the share button uses the Web Share API, or copies the link", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await showScreen(page, ARTICLE_PATH);
    await page.evaluate(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(navigator, "share", {
        configurable: true,
        value: async (data: unknown) => void shared.push(data),
      });
    });
    const shareButton = page.getByRole("main").getByRole("button", { name: "Share", exact: true });
    await shareButton.click();
    const url = new URL(ARTICLE_PATH, page.url()).href;
    const readShared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
    await expect.poll(readShared).toEqual([{ title: TITLE, url }]);
    await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await shareButton.click();
    await expect(getToast(page, "Link copied")).toContainText(url);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  });

  // Other lists and articles are checked in e2e/accessibility.spec.ts.
  await test.step("an empty list and a missing article are accessible and fit the screen", async () => {
    for (const path of ["/news?q=qqxxzzyyqq", "/news/none"]) {
      await showScreen(page, path);
      expect(await findIssuesAtWidths(page), path).toEqual([]);
    }
  });
});

test("an article is shown in full, with share links and metadata for link previews", async ({
  plain,
  baseURL,
}) => {
  await plain.goto(ARTICLE_PATH);
  const main = plain.find("main");
  expect(
    main
      .find("navigation", "Breadcrumb")
      .findAll("listitem")
      .map(({ text }) => text),
  ).toEqual(["Home", "News", CARD_TITLE]);
  expect(main.find("h1").text).toBe(CARD_TITLE);
  const article = main.find("article");
  for (const text of [
    "Three questions that take a minute",
    "Lattice sample desk",
    "min read",
    "Ask first who says so.",
  ])
    expect(article.text).toContain(text);
  expect(article.find("time").text).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
  const relatedArticles = main.find("region", "Related articles").findAll("article");
  expect(relatedArticles.length).toBeLessThanOrEqual(3);
  expect(relatedArticles[0]?.text).toContain("Crypto");
  expect(main.findAll("link", "View Original Source")).toEqual([]);

  const url = new URL(ARTICLE_PATH, baseURL).href;
  for (const [name, urlStart] of [
    ["Facebook", "https://www.facebook.com/sharer/sharer.php?"],
    ["Twitter", "https://twitter.com/intent/tweet?"],
    ["LinkedIn", "https://www.linkedin.com/sharing/share-offsite/?"],
  ] as const) {
    const link = main.find("link", new RegExp(`^Share on ${name}`));
    expect(link.attribute("rel")).toBe("noopener noreferrer");
    const href = link.attribute("href") ?? "";
    expect(href.startsWith(urlStart)).toBe(true);
    const values = [...new URL(href).searchParams.values()];
    expect(values.toSorted()).toEqual([TITLE, url].toSorted());
  }
  const readMeta = (property: string) =>
    plain
      .findAll("meta")
      .find((meta) => meta.attribute("property") === property)
      ?.attribute("content") ?? "";
  expect(readMeta("og:title")).toBe(TITLE);
  expect(readMeta("og:description")).toMatch(/^Three questions/);
  expect((await plain.request.get(readMeta("og:image"))).headers()["content-type"]).toBe("image/png");
  expect(main.find("link", "Back to News").attribute("href")).toBe("/news");

  await plain.goto("/news/00000000-0000-4000-8000-00000000ffff");
  expect(plain.status).toBe(404);
  expect(plain.find("h1").text).toBe("Article Not Found");
  expect(plain.find("link", "Back to News").attribute("href")).toBe("/news");
});

test("repeated views by the same visitor count once", async ({ openContext }) => {
  const path = `${ARTICLE_PATH.slice(0, -2)}02`;
  const openVisitor = async (name: string) =>
    new PlainPage(await openContext({ userAgent: `${FIREFOX} ${name}/${Date.now()}` }));
  const openAndReadViews = async (page: PlainPage) =>
    Number(/([\d,]+) views?/.exec((await page.goto(path)).find("article").text)?.[1]);
  const visitor = await openVisitor("First");
  const viewsBefore = await openAndReadViews(visitor);
  // The view count may be a second old.
  const viewsAfter = viewsBefore + 1;
  await expect.poll(() => openAndReadViews(visitor)).toBe(viewsAfter);
  const otherVisitor = await openVisitor("Other");
  await expect.poll(() => openAndReadViews(otherVisitor)).toBe(viewsAfter + 1);
  await expect.poll(() => openAndReadViews(visitor)).toBe(viewsAfter + 1);
});

test("a member starts an article's discussion, another member who tries to start one is sent to it, and the article shows the discussion's comment count", async ({
  page,
  plain,
  openContext,
}) => {
  const path = `${ARTICLE_PATH.slice(0, -2)}03`;
  const otherPage = new PlainPage(await openContext());
  await otherPage.goto(path);
  const title = `Sample: ${otherPage.find("h1").text}`;
  await otherPage.follow("Discuss in the Forum");
  expect(otherPage.path).toMatch(/^\/auth\?next=%2Fcreate%3Farticle%3D/);
  await createMember(otherPage.context());
  await otherPage.goto(path);
  await otherPage.follow("Discuss in the Forum");

  await createMember(page.context());
  await page.goto(path);
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: "Discuss in the Forum" }).click();
  await expect(page.getByRole("heading", { name: "Create New Post" })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(page.getByLabel("Category")).not.toHaveValue("");
  const content = page.getByRole("textbox", { name: "Content" });
  await expect(content).toHaveValue(/^> .*\n\n\[Read the article\]\(.*\/news\/.*\), from /);
  await content.press("ControlOrMeta+End");
  await content.pressSequentially("My first thought.");
  // Nothing has been published.
  expect((await plain.goto(path)).find("link", "Discuss in the Forum")).toBeTruthy();
  // A saved draft still belongs to the article after a reload.
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(getToast(page, "Draft saved")).toBeVisible();
  await page.goto(`/create?draft=${new URL(page.url()).searchParams.get("draft")}`);
  await waitUntilInteractive(page);
  await expect(content).toHaveValue(/My first thought\.$/);
  await page.getByRole("button", { name: "Post to Community" }).click();
  await getToast(page, "Post Created!").getByRole("link", { name: "View post" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const postPath = new URL(page.url()).pathname;

  await otherPage.submit("Post to Community", { Content: "My second thought." });
  expect(otherPage.path).toBe(postPath);
  expect(otherPage.notice).toMatch(/This article already has a discussion.*saved in your drafts\./);
  await otherPage.goto("/create");
  await otherPage.follow(`Resume ${title}`);
  expect(otherPage.find("field", "Content").value).toBe("My second thought.");

  await plain.goto(postPath);
  await plain.follow("Read the article");
  expect(plain.path).toBe(path);
  await plain.follow(plain.find("link", /^Discussion ?0 comments/));
  expect(plain.path).toBe(postPath);
  await plain.submit("Post Comment", { "Write a comment": "What does the second figure count?" });
  expect(plain.notice).toContain("Comment Posted");
  await otherPage.goto(path);
  expect(otherPage.find("link", /^Discussion ?1 comment$/)).toBeTruthy();
  expect(otherPage.findAll("link", "Discuss in the Forum")).toEqual([]);
  await otherPage.goto(path.replace("/news/", "/create?article="));
  expect(otherPage.path).toBe(postPath);
});

test("pages link to their feeds, which are available", async ({ plain }) => {
  for (const [path, feeds] of [
    ["/", ["/feeds/news.xml", "/feeds/forum.xml"]],
    ["/news?category=ai", ["/feeds/news.xml", "/feeds/ai.xml"]],
    ["/forum", ["/feeds/forum.xml"]],
  ] as const) {
    await plain.goto(path);
    const links = [
      ...plain.source.matchAll(/<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]+)"/g),
    ];
    expect(links.map(([, href]) => href)).toEqual(feeds);
    for (const feed of feeds) expect((await plain.request.get(feed)).status()).toBe(200);
  }
});

test("lists, searches, articles and discussions work without JavaScript", async ({ plain }) => {
  await plain.goto("/news");
  // No source has been fetched yet, so nothing has failed.
  expect(plain.text).toContain("The articles here are samples.");
  expect(plain.text).not.toContain("Failed to fetch news");
  await plain.submit(plain.find("main").find("field", /news/i).form, { q: "bitcoin headline" });
  expect(plain.path).toBe("/news?q=bitcoin+headline");
  await plain.follow(CARD_TITLE);
  expect(plain.path).toBe(ARTICLE_PATH);
  await plain.follow("Discuss in the Forum");
  expect(plain.path).toMatch(/^\/auth\?next=%2Fcreate/);
  await createMember(plain.context());
  await plain.goto(ARTICLE_PATH);
  await plain.follow("Discuss in the Forum");
  expect(plain.find("field", "Title").value).toBe(TITLE);
  await plain.submit("Post to Community");
  expect(plain.path).toBe("/forum");
  await plain.follow("View post");
  expect(plain.find("h1").text).toBe(TITLE);
});
