import type { Locator } from "@playwright/test";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getPosts, waitUntilInteractive } from "./forum.ts";
import { readLayoutShifts, recordLayoutShifts } from "./layout-shifts.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

const COMPACT_BUTTON = { name: "Compact list", exact: true } as const;
const COMFORTABLE_BUTTON = { name: "Comfortable list", exact: true } as const;

test("visitors choose the list's layout, the sidebar adapts to the width, and a new element doesn't restyle the page", async ({
  page,
  browser,
}) => {
  await test.step("the compact list has one row per post, appears immediately, and is remembered", async () => {
    await page.goto("/forum");
    await waitUntilInteractive(page);
    await expect(page.getByRole("button", COMFORTABLE_BUTTON)).toHaveAttribute("aria-pressed", "true");
    const measureHeight = async () => (await getPosts(page).nth(2).boundingBox())?.height ?? 0;
    const cardHeight = await measureHeight();
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    await page.getByRole("button", COMPACT_BUTTON).click();
    await expect(page.getByRole("button", COMPACT_BUTTON)).toHaveAttribute("aria-pressed", "true");
    await expect(getPosts(page)).toHaveCount(20);
    expect(await measureHeight()).toBeLessThan(cardHeight / 2);
    expect(requestedUrls.filter((url) => /\/(?:forum|density)\b/.test(new URL(url).pathname))).toEqual([]);

    await page.reload();
    await expect(page.getByRole("button", COMPACT_BUTTON)).toHaveAttribute("aria-pressed", "true");
    const hasRows = async () =>
      (await (await page.request.get("/forum?sort=new")).text()).includes('class="post-row');
    expect(await hasRows()).toBe(true);
    await waitUntilInteractive(page);
    await page.getByRole("link", { name: "Load More Posts" }).click();
    await expect(getPosts(page)).toHaveCount(40);
    expect(await page.locator(".post-card").count()).toBe(0);
    await page.getByRole("button", COMFORTABLE_BUTTON).click();
    await expect(page.locator(".post-card")).toHaveCount(40);
    expect(await hasRows()).toBe(false);
  });

  await test.step("in forced colors, selected items differ from others, and buttons have a border", async () => {
    await page.emulateMedia({ forcedColors: "active" });
    const readColor = (element: Locator) => element.evaluate((node) => getComputedStyle(node).color);
    const getLink = (group: string, name: string) =>
      page.getByRole("navigation", { name: group }).getByRole("link", { name, exact: true });
    for (const [selected, other] of [
      [getLink("Sort", "Hot"), getLink("Sort", "Top")],
      [getLink("Filter by category", "All"), getLink("Filter by category", "Trading")],
      [page.getByRole("button", COMFORTABLE_BUTTON), page.getByRole("button", COMPACT_BUTTON)],
    ] as const)
      expect(await readColor(selected)).not.toBe(await readColor(other));
    await expect(page.getByRole("link", { name: "New Post" })).toHaveCSS("border-top-width", "1px");
    await page.emulateMedia({ forcedColors: null });
  });

  await test.step("the sidebar is next to the list on wide screens and below it on small ones", async () => {
    await showScreen(page, "/forum");
    const sidebar = page.getByRole("complementary", { name: "Explore the forum" });
    await expect(sidebar.getByRole("heading")).toContainText(["Browse by topic", "Unanswered posts"]);
    await expect(sidebar.getByRole("heading", { name: "Popular tags" })).toBeVisible();
    await expect(sidebar.getByRole("region", { name: "Browse by topic" })).toContainText(
      "Some posts are counted in more than one topic.",
    );
    const firstPost = getPosts(page).first();
    const measureBoxes = async () => {
      const [postBox, sidebarBox] = [await firstPost.boundingBox(), await sidebar.boundingBox()];
      if (!postBox || !sidebarBox) throw new Error("not shown");
      return { postBox, sidebarBox };
    };
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const { postBox, sidebarBox } = await measureBoxes();
      expect(sidebarBox.x).toBeGreaterThan(postBox.x + postBox.width);
      expect(sidebarBox.y).toBeLessThan(postBox.y);
    }
    for (const width of [360, 1023]) {
      await page.setViewportSize({ width, height: 800 });
      const { postBox, sidebarBox } = await measureBoxes();
      expect(sidebarBox.x).toBe(postBox.x);
      expect(sidebarBox.y).toBeGreaterThan(postBox.y + 20 * 60);
    }
  });

  // A selector with :has() whose last part doesn't name a class would make the browser check every element.
  await test.step("a new element doesn't make the browser recompute the styles of the entire page", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await browser.startTracing(page, {
      categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"],
    });
    await page.evaluate(() => {
      // Applies earlier changes, so that they aren't counted.
      document.body.getBoundingClientRect();
      performance.mark("before-insertion");
      document.body.append(document.createElement("p"));
      document.body.getBoundingClientRect();
      performance.mark("after-insertion");
    });
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: { name: string; ts: number; args: { elementCount?: number } }[];
    };
    const findTime = (mark: string) => traceEvents.find(({ name }) => name === mark)?.ts ?? Number.NaN;
    const [start, end] = [findTime("before-insertion"), findTime("after-insertion")];
    const counts = traceEvents
      .filter(({ name, ts }) => name === "UpdateLayoutTree" && ts >= start && ts <= end)
      .map(({ args }) => args.elementCount ?? 0);
    expect(Math.max(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThan(50);
  });
});

test("a category's count is the number of posts in its list", async ({ plain }) => {
  await plain.goto("/forum");
  const row = plain
    .find("complementary", "Explore the forum")
    .find("listitem", { text: "Quantum Computing" });
  const count = Number(row.find("b").text);
  await plain.follow(row.find("link"));
  let listedCount = 0;
  for (;;) {
    listedCount += plain.findAll("article").length;
    const [loadMoreLink] = plain.findAll("link", "Load More Posts");
    if (!loadMoreLink) break;
    await plain.follow(loadMoreLink);
  }
  expect(count).toBeGreaterThan(0);
  // Other tests may post at the same time.
  expect(listedCount).toBeGreaterThanOrEqual(count);
});

test("without JavaScript, the list's layout can be chosen too", async ({ plain }) => {
  await plain.goto("/forum?sort=new");
  await plain.submit("Compact list");
  expect(plain.path).toBe("/forum?sort=new");
  expect(plain.findAll(".post-row")).toHaveLength(20);
  await plain.submit("Comfortable list");
  expect(plain.findAll(".post-card")).toHaveLength(20);
});

test("visitors with different layouts don't get each other's cached pages", async ({
  openContext,
  baseURL,
}) => {
  const [visitor, compactVisitor] = [await openContext(), await openContext()];
  await compactVisitor.addCookies([{ name: "density", value: "compact", url: baseURL ?? "" }]);
  for (let round = 0; round < 2; round += 1) {
    expect((await (await visitor.request.get("/forum")).text()).includes('class="post-row')).toBe(false);
    expect((await (await compactVisitor.request.get("/forum")).text()).includes('class="post-row')).toBe(
      true,
    );
  }
});

test("a row shows title, category, tags, votes, comments, participants and the last reply", async ({
  plain,
  openContext,
  baseURL,
}) => {
  const author = await createMember(plain.context());
  const title = `Who replied ${author.username}`;
  const tags = ["one", "two", "three"];
  const path = await createPost(plain, { title, content: "Some text.", category: "nft", tags });
  const replierPage = new PlainPage(await openContext());
  const replier = await createMember(replierPage.context());
  await replierPage.goto(path);
  await replierPage.submit("Post Comment", { "Write a comment": "A reply." });
  expect(replierPage.find("main").text).toContain("A reply.");

  await plain.goto("/forum?sort=new");
  const card = plain.find("article", { text: title });
  expect(card.find(".last-reply").text).toMatch(new RegExp(`^Last reply by ${replier.username} `));
  const participants = card.find(".participants").findAll("img");
  expect(participants.map(({ name }) => name)).toEqual([replier.username]);

  await plain.context().addCookies([{ name: "density", value: "compact", url: baseURL ?? "" }]);
  await plain.goto("/forum?sort=new");
  const row = plain.find("article", { text: title });
  expect(row.text).toContain("NFTs");
  expect(row.find("output", "Score").text).toBe("0");
  expect(row.text).toMatch(/#one ?#two/);
  expect(row.find(".comment-figure").text).toBe("1comment");
  expect(row.find(".last-reply").text).toContain(`Last reply by ${replier.username}`);
  for (const name of [author.username, replier.username]) row.find("img", name);
});

test("after posting, the counts and the list are up to date immediately", async ({ plain }) => {
  const readCounts = () => {
    const readNumber = (text: string | undefined) => Number(text?.replaceAll(",", ""));
    const figures = plain.find("main").find("dl").findAll("div");
    const readFigure = (label: string) =>
      readNumber(figures.find(({ text }) => text.includes(label))?.find("dd").text);
    const category = plain.find("complementary", "Explore the forum").find("listitem", { text: "NFTs" });
    return {
      total: readFigure("Total Posts"),
      today: readFigure("Today's Posts"),
      members: readFigure("Members"),
      category: readNumber(category.find("b").text),
    };
  };
  await plain.goto("/forum");
  const countsBefore = readCounts();
  await createMember(plain.context());
  const title = `Counted at once ${generateName()}`;
  await plain.goto("/create?category=nft");
  await plain.submit("Post to Community", { Title: title, Content: "Counted." });
  expect(plain.path).toBe("/forum");
  expect(plain.find("article").find("heading").text).toBe(title);
  const countsAfter = readCounts();
  for (const name of ["total", "today", "members", "category"] as const)
    expect(countsAfter[name], name).toBeGreaterThan(countsBefore[name]);
  await plain.goto("/");
  plain.find("article", { text: title });
});

test("nothing moves while a list in either layout loads, and the compact list is accessible in both themes and fits the screen", async ({
  openContext,
  baseURL,
}) => {
  const context = await openContext();
  await recordLayoutShifts(context);
  const page = await context.newPage();
  for (const [density, width] of [
    ["comfortable", 360],
    ["comfortable", 1440],
    ["compact", 360],
    ["compact", 1440],
  ] as const) {
    await context.addCookies([{ name: "density", value: density, url: baseURL ?? "" }]);
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/forum");
    await waitUntilInteractive(page);
    expect(await readLayoutShifts(page)).toEqual([]);
  }
  // The other layout is checked in e2e/accessibility.spec.ts.
  await showScreen(page, "/forum?q=wallet");
  await expect(page.locator(".post-row").first()).toBeVisible();
  expect(await findIssuesAtWidths(page)).toEqual([]);
});
