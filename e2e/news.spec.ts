import type { Page } from "@playwright/test";
import { findViolationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { createMember } from "./members.ts";

/** The first sample article, which the demo shows. */
const ARTICLE = "/news/00000000-0000-4000-8000-000000000001";
const TITLE = "Sample: How to read a Bitcoin headline before it reads you";
/** Cards have a badge instead of the first word. */
const CARD_TITLE = TITLE.replace("Sample: ", "");
/** Views by headless browsers don't count, so these contexts pretend to be an ordinary Firefox. */
const FIREFOX = { userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

const readTitles = (page: Page) =>
  page.getByRole("main").getByRole("article").getByRole("heading").allTextContents();
const readFigure = async (page: Page, label: string) =>
  Number(await page.locator("dl > div", { hasText: label }).locator("dd").innerText());

test("the news page shows its articles, topics and searches", async ({ page }) => {
  await test.step("the news page has its title, search, counters, tabs and cards; samples are labeled", async () => {
    await page.goto("/news");
    await expect(page.getByRole("heading", { level: 1, name: "Latest News" })).toBeVisible();
    await expect(page.getByPlaceholder("Search news...")).toBeVisible();
    await expect(page.getByRole("main").locator("dt")).toHaveText(["Flash News", "Total Stories", "Sources"]);
    await expect(page.getByRole("navigation", { name: "News by topic" }).getByRole("link")).toHaveText([
      "All News",
      "Crypto",
      "AI & Tech",
      "Quantum",
    ]);
    const cards = page.getByRole("main").getByRole("article");
    expect(await cards.count()).toBe(await readFigure(page, "Total Stories"));
    const first = cards.filter({ hasText: CARD_TITLE });
    for (const text of ["Flash", "Sample", "Crypto", "1h ago", "min read", "#bitcoin", "Lattice News"])
      await expect(first).toContainText(text);
    await expect(page.getByText("These are sample articles.")).toBeVisible();
  });

  await test.step("six skeleton cards are shown while another topic loads", async () => {
    await page.goto("/news");
    await waitUntilInteractive(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/news.data?*", async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole("link", { name: "Quantum", exact: true }).click();
    await expect(page.locator(".skeleton")).toHaveCount(6);
    release();
    await expect(page.locator(".skeleton")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("article").first()).toContainText("Quantum");
  });

  await test.step("all categories have a list, and the URL contains topic and search", async () => {
    await page.goto("/news");
    await waitUntilInteractive(page);
    const allTitles = await readTitles(page);
    const seen: string[] = [];
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
      const topicTitles = await readTitles(page);
      expect(topicTitles.length).toBeGreaterThan(0);
      seen.push(...topicTitles);
    }
    expect(seen.toSorted()).toEqual(allTitles.toSorted());

    await page.getByPlaceholder("Search news...").fill("finality");
    await expect(page).toHaveURL("/news?q=finality&category=blockchain");
    await expect(page.getByText("Results for “finality”, newest first.")).toBeVisible();
    const found = await readTitles(page);
    await page.reload();
    expect(await readTitles(page)).toEqual(found);
    await page.getByPlaceholder("Search news...").fill("qqxxzzyyqq");
    await expect(page.getByText("Nothing found for “qqxxzzyyqq”")).toBeVisible();
  });
});

test("an article is shown and shared; an unknown one shows an error", async ({
  page,
  context,
  allowProblem,
}) => {
  await test.step("an article is shown in full, with share links and metadata for link previews", async () => {
    await page.goto(ARTICLE);
    const main = page.getByRole("main");
    await expect(main.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem")).toHaveText([
      "Home",
      "News",
      CARD_TITLE,
    ]);
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(CARD_TITLE);
    for (const text of [
      "Three questions that take a minute",
      "Lattice sample desk",
      "min read",
      "Ask first who says so.",
    ])
      await expect(main.getByRole("article").first()).toContainText(text);
    await expect(main.locator("article time").first()).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
    const related = main.getByRole("region", { name: "Related articles" }).getByRole("article");
    expect(await related.count()).toBeLessThanOrEqual(3);
    await expect(related.first()).toContainText("Crypto");
    await expect(main.getByRole("link", { name: "View Original Source" })).toHaveCount(0);

    const url = new URL(ARTICLE, page.url()).href;
    for (const [name, start] of [
      ["Facebook", "https://www.facebook.com/sharer/sharer.php?"],
      ["Twitter", "https://twitter.com/intent/tweet?"],
      ["LinkedIn", "https://www.linkedin.com/sharing/share-offsite/?"],
    ] as const) {
      const link = main.getByRole("link", { name: `Share on ${name}` });
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
      const href = (await link.getAttribute("href")) ?? "";
      expect(href.startsWith(start)).toBe(true);
      const values = [...new URL(href).searchParams.values()];
      expect(values.toSorted()).toEqual([TITLE, url].toSorted());
    }
    const readMeta = (property: string) =>
      page.locator(`meta[property="${property}"]`).getAttribute("content");
    expect(await readMeta("og:title")).toBe(TITLE);
    expect(await readMeta("og:description")).toMatch(/^Three questions/);
    expect((await page.request.get((await readMeta("og:image")) ?? "")).headers()["content-type"]).toBe(
      "image/png",
    );
    await main.getByRole("link", { name: "Back to News" }).click();
    await expect(page).toHaveURL("/news");
  });

  await test.step("the share button uses the Web Share API, or copies the link", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(navigator, "share", {
        configurable: true,
        value: async (data: unknown) => void shared.push(data),
      });
    });
    await page.goto(ARTICLE);
    await waitUntilInteractive(page);
    const share = page.getByRole("main").getByRole("button", { name: "Share", exact: true });
    await share.click();
    const url = new URL(ARTICLE, page.url()).href;
    const readShared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
    await expect.poll(readShared).toEqual([{ title: TITLE, url }]);
    await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await share.click();
    await expect(getToast(page, "Link copied")).toContainText(url);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  });

  await test.step("an unknown article shows an error with a link back", async () => {
    allowProblem(/status of 404/);
    await page.goto("/news/00000000-0000-4000-8000-00000000ffff");
    await expect(page.getByRole("heading", { name: "Article Not Found" })).toBeVisible();
    await page.getByRole("link", { name: "Back to News" }).click();
    await expect(page).toHaveURL("/news");
  });
});

test("a view counts once per visitor per day", async ({ openContext }) => {
  const path = `${ARTICLE.slice(0, -2)}02`;
  const read = async (page: Page) => {
    await page.goto(path);
    return Number(/([\d,]+) views?/.exec(await page.getByRole("article").first().innerText())?.[1]);
  };
  const page = await (await openContext(FIREFOX)).newPage();
  const before = await read(page);
  // The view count may be a second old.
  const once = before + 1;
  await expect.poll(() => read(page)).toBe(once);
  const otherVisitor = await (
    await openContext({ userAgent: `${FIREFOX.userAgent} Other/${Date.now()}` })
  ).newPage();
  await expect.poll(() => read(otherVisitor)).toBe(once + 1);
  await expect.poll(() => read(page)).toBe(once + 1);
});

test("a member starts an article's discussion, a second author is sent to it, and the article shows its comment count", async ({
  page,
  openContext,
}) => {
  const path = `${ARTICLE.slice(0, -2)}03`;
  await page.goto(path);
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: "Discuss in the Forum" }).click();
  await expect(page).toHaveURL(/\/auth\?next=%2Fcreate%3Farticle%3D/);
  const otherMember = await (await openContext()).newPage();
  const title = await (async () => {
    await page.goto(path);
    return `Sample: ${await page.getByRole("heading", { level: 1 }).innerText()}`;
  })();
  for (const visitor of [page, otherMember]) {
    await createMember(visitor.context());
    await visitor.goto(path);
    await waitUntilInteractive(visitor);
    await visitor.getByRole("link", { name: "Discuss in the Forum" }).click();
    await expect(visitor.getByRole("heading", { name: "Create New Post" })).toBeVisible();
    await expect(visitor.getByLabel("Title")).toHaveValue(title);
    await expect(visitor.getByLabel("Category")).not.toHaveValue("");
    const content = visitor.getByRole("textbox", { name: "Content" });
    await expect(content).toHaveValue(/^> .*\n\n\[Read the article\]\(.*\/news\/.*\), from /);
    await content.press("ControlOrMeta+End");
    await content.pressSequentially(visitor === page ? "My first thought." : "My second thought.");
  }
  // Nothing has been published.
  await expect.poll(async () => (await page.request.get(path)).text()).toContain("Discuss in the Forum");
  // A saved draft still belongs to the article after a reload.
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(getToast(page, "Draft saved")).toBeVisible();
  await page.goto(`/create?draft=${new URL(page.url()).searchParams.get("draft")}`);
  await waitUntilInteractive(page);
  await expect(page.getByRole("textbox", { name: "Content" })).toHaveValue(/My first thought\.$/);
  await page.getByRole("button", { name: "Post to Community" }).click();
  await getToast(page, "Post Created!").getByRole("link", { name: "View post" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const post = page.url();

  await otherMember.getByRole("button", { name: "Post to Community" }).click();
  await expect(otherMember).toHaveURL(post);
  await expect(getToast(otherMember, "This article already has a discussion")).toContainText(
    "Your text is saved in your drafts.",
  );
  await otherMember.goto("/create");
  await otherMember.getByRole("link", { name: `Resume ${title}` }).click();
  await expect(otherMember.getByRole("textbox", { name: "Content" })).toHaveValue(/My second thought\.$/);

  await page.getByRole("link", { name: "Read the article" }).click();
  await expect(page).toHaveURL(path);
  await page.getByRole("link", { name: "Discussion 0 comments" }).click();
  await expect(page).toHaveURL(post);
  await waitUntilInteractive(page);
  await page.getByLabel("Write a comment").fill("What does the second figure count?");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(getToast(page, "Comment Posted")).toBeVisible();
  await otherMember.goto(path);
  await expect(otherMember.getByRole("link", { name: "Discussion 1 comment", exact: true })).toBeVisible();
  await expect(otherMember.getByRole("link", { name: "Discuss in the Forum" })).toHaveCount(0);
  await otherMember.goto(path.replace("/news/", "/create?article="));
  await expect(otherMember).toHaveURL(post);
});

test("pages link to their feeds, which are available", async ({ page }) => {
  for (const [path, feeds] of [
    ["/", ["/feeds/news.xml", "/feeds/forum.xml"]],
    ["/news?category=ai", ["/feeds/news.xml", "/feeds/ai.xml"]],
    ["/forum", ["/feeds/forum.xml"]],
  ] as const) {
    await page.goto(path);
    const links = page.locator("link[rel=alternate][type='application/atom+xml']");
    const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(found).toEqual(feeds);
    for (const feed of feeds) expect((await page.request.get(feed)).status()).toBe(200);
  }
});

test("lists, searches, articles and discussions work without JavaScript", async ({
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .*\.js csp$/);
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/news");
  // No source has been fetched yet, so nothing has failed.
  await expect(page.getByText("These are sample articles.")).toBeVisible();
  await expect(page.getByText("Failed to fetch news")).toHaveCount(0);
  await page.getByPlaceholder("Search news...").fill("bitcoin headline");
  await page.getByPlaceholder("Search news...").press("Enter");
  await expect(page).toHaveURL(/\/news\?q=bitcoin\+headline$/);
  await page.getByRole("link", { name: CARD_TITLE }).click();
  await expect(page).toHaveURL(ARTICLE);
  await page.getByRole("link", { name: "Discuss in the Forum" }).click();
  await expect(page).toHaveURL(/\/auth\?next=%2Fcreate/);
  await createMember(page.context());
  await page.goto(ARTICLE);
  await page.getByRole("link", { name: "Discuss in the Forum" }).click();
  await expect(page.getByLabel("Title")).toHaveValue(TITLE);
  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(page).toHaveURL("/forum");
  await page.getByRole("link", { name: "View post" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(TITLE);
});

test("the news pages have no accessibility problems", async ({ openContext, allowProblem }) => {
  allowProblem(/status of 404/);
  // At 1280 pixels, the other news screens are covered by accessibility.spec.ts.
  const widePaths = ["/news?q=qqxxzzyyqq", "/news/none"];
  for (const [width, paths] of [
    [360, ["/", "/news", ARTICLE, ...widePaths]],
    [1280, widePaths],
  ] as const) {
    const context = await openContext({ reducedMotion: "reduce", viewport: { width, height: 900 } });
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(path);
      await waitUntilInteractive(page);
      expect.soft(await findViolationsInThemes(page), `${path} at ${width}`).toEqual([]);
      const scroll = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(scroll, `${path} at ${width} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  }
});
