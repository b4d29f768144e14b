import { findViolationsInThemes, measureOverflow } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, findPost, getPostCard, getPosts, waitUntilInteractive } from "./forum.ts";
import { readLayoutShifts, recordLayoutShifts } from "./layout-shifts.ts";
import { createMember, generateName } from "./members.ts";

const COMPACT = { name: "Compact list", exact: true } as const;
const COMFORTABLE = { name: "Comfortable list", exact: true } as const;

test("visitors choose the list's layout, see every category's count and the side column", async ({
  page,
}) => {
  await test.step("the compact list has one row per post, appears immediately, and is remembered", async () => {
    await page.goto("/forum");
    await waitUntilInteractive(page);
    await expect(page.getByRole("button", COMFORTABLE)).toHaveAttribute("aria-pressed", "true");
    const measureHeight = async () => (await getPosts(page).nth(2).boundingBox())?.height ?? 0;
    const cardHeight = await measureHeight();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.getByRole("button", COMPACT).click();
    await expect(page.getByRole("button", COMPACT)).toHaveAttribute("aria-pressed", "true");
    await expect(getPosts(page)).toHaveCount(20);
    expect(await measureHeight()).toBeLessThan(cardHeight / 2);
    expect(requests.filter((url) => /\/(?:forum|density)\b/.test(new URL(url).pathname))).toEqual([]);

    await page.reload();
    await expect(page.getByRole("button", COMPACT)).toHaveAttribute("aria-pressed", "true");
    const hasRows = async () =>
      (await (await page.request.get("/forum?sort=new")).text()).includes('class="post-row');
    expect(await hasRows()).toBe(true);
    await waitUntilInteractive(page);
    await page.getByRole("link", { name: "Load More Posts" }).click();
    await expect(getPosts(page)).toHaveCount(40);
    expect(await page.locator(".post-card").count()).toBe(0);
    await page.getByRole("button", COMFORTABLE).click();
    await expect(page.locator(".post-card")).toHaveCount(40);
    expect(await hasRows()).toBe(false);
  });

  await test.step("a category's count is the number of posts that its list has", async () => {
    await page.goto("/forum");
    const row = page
      .getByRole("complementary", { name: "Explore the forum" })
      .getByRole("listitem")
      .filter({ hasText: "Quantum Computing" });
    const count = Number(await row.locator("b").innerText());
    let path: string | null = (await row.getByRole("link").getAttribute("href")) ?? "";
    let listedCount = 0;
    while (path) {
      await page.goto(path);
      listedCount += await getPosts(page).count();
      const loadMore = page.getByRole("link", { name: "Load More Posts" });
      path = (await loadMore.count()) > 0 ? await loadMore.getAttribute("href") : null;
    }
    expect(count).toBeGreaterThan(0);
    // Other tests may post at the same time.
    expect(listedCount).toBeGreaterThanOrEqual(count);
  });

  await test.step("the side column is next to the list on wide screens and below it on small ones", async () => {
    await page.goto("/forum");
    const side = page.getByRole("complementary", { name: "Explore the forum" });
    await expect(side.getByRole("heading")).toContainText(["Categories", "Unanswered posts"]);
    await expect(side.getByRole("heading", { name: "Popular tags" })).toBeVisible();
    const list = getPosts(page).first();
    const measureBoxes = async () => {
      const [listBox, sideBox] = [await list.boundingBox(), await side.boundingBox()];
      if (!listBox || !sideBox) throw new Error("not shown");
      return { listBox, sideBox };
    };
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const { listBox, sideBox } = await measureBoxes();
      expect(sideBox.x).toBeGreaterThan(listBox.x + listBox.width);
      expect(sideBox.y).toBeLessThan(listBox.y);
    }
    for (const width of [360, 1023]) {
      await page.setViewportSize({ width, height: 800 });
      const { listBox, sideBox } = await measureBoxes();
      expect(sideBox.x).toBe(listBox.x);
      expect(sideBox.y).toBeGreaterThan(listBox.y + 20 * 60);
    }
  });
});

test("without JavaScript, the list's layout can be chosen too", async ({ openContext }) => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/forum?sort=new");
  await page.getByRole("button", COMPACT).click();
  await expect(page).toHaveURL(/\/forum\?sort=new$/);
  await expect(page.locator(".post-row")).toHaveCount(20);
  await page.getByRole("button", COMFORTABLE).click();
  await expect(page.locator(".post-card")).toHaveCount(20);
});

test("visitors with a compact list don't get each other's cached page", async ({ openContext, baseURL }) => {
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
  page,
  context,
  openContext,
  baseURL,
}) => {
  const author = await createMember(context);
  const title = `Who replied ${author.username}`;
  await createPost(page, { title, content: "Some text.", category: "nft", tags: ["one", "two", "three"] });
  const path = await findPost(page, title);
  const replierContext = await openContext();
  const replier = await createMember(replierContext);
  const replierPage = await replierContext.newPage();
  await replierPage.goto(path);
  await waitUntilInteractive(replierPage);
  await replierPage.getByLabel("Write a comment").fill("A reply.");
  await replierPage.getByRole("button", { name: "Post Comment" }).click();
  await expect(replierPage.getByText("A reply.", { exact: true }).last()).toBeVisible();

  await page.goto("/forum?sort=new");
  await expect(getPostCard(page, title).locator(".last-reply")).toHaveText(
    new RegExp(`^Last reply by ${replier.username} `),
  );
  await expect(getPostCard(page, title).locator(".participants").getByRole("img")).toHaveCount(1);
  await expect(getPostCard(page, title).getByRole("img", { name: replier.username })).toBeVisible();

  await context.addCookies([{ name: "density", value: "compact", url: baseURL ?? "" }]);
  await page.goto("/forum?sort=new");
  const row = getPostCard(page, title);
  await expect(row).toContainText("NFTs");
  await expect(row.getByLabel("Score", { exact: true })).toHaveText("0");
  await expect(row).toContainText("#one #two");
  await expect(row.locator(".comment-figure")).toHaveText("1comment");
  await expect(row.locator(".last-reply")).toContainText(`Last reply by ${replier.username}`);
  for (const name of [author.username, replier.username])
    await expect(row.getByRole("img", { name, exact: true })).toBeVisible();
});

test("after posting, the counts and the list are right immediately", async ({ page, context }) => {
  const readCounts = async () => {
    const readFigure = async (label: string) =>
      Number(
        (
          await page
            .getByRole("main")
            .locator("dl")
            .first()
            .locator("div")
            .filter({ hasText: label })
            .locator("dd")
            .innerText()
        ).replaceAll(",", ""),
      );
    const category = page
      .getByRole("complementary", { name: "Explore the forum" })
      .getByRole("listitem")
      .filter({ hasText: "NFTs" });
    return {
      total: await readFigure("Total Posts"),
      today: await readFigure("Today's Posts"),
      members: await readFigure("Members"),
      category: Number((await category.locator("b").innerText()).replaceAll(",", "")),
    };
  };
  await page.goto("/forum");
  const before = await readCounts();
  await createMember(context);
  const title = `Counted at once ${generateName()}`;
  await page.goto("/create");
  await waitUntilInteractive(page);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("nft");
  await page.getByRole("textbox", { name: "Content" }).fill("Counted.");
  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(page).toHaveURL(/\/forum$/);
  await expect(getPosts(page).first().getByRole("heading")).toHaveText(title);
  const after = await readCounts();
  for (const name of ["total", "today", "members", "category"] as const)
    expect(after[name], name).toBeGreaterThan(before[name]);
  await page.goto("/");
  await expect(getPostCard(page, title)).toBeVisible();
});

test("both lists are accessible in both themes, and nothing moves or scrolls sideways", async ({
  openContext,
  baseURL,
}) => {
  const context = await openContext();
  await recordLayoutShifts(context);
  const page = await context.newPage();
  for (const density of ["comfortable", "compact"]) {
    await context.addCookies([{ name: "density", value: density, url: baseURL ?? "" }]);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/forum");
      await waitUntilInteractive(page);
      expect(await readLayoutShifts(page)).toEqual([]);
      expect(await findViolationsInThemes(page)).toEqual([]);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    }
  }
});
