import type { Locator } from "@playwright/test";
import { measureOverflow, withDoubledText } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { showScreen } from "./screens.ts";

test.use({ hasTouch: true });

test("on a small screen, the search isn't cut off, the main pages and the header's controls are reachable, and links and checkboxes are large enough to tap", async ({
  page,
  member,
}) => {
  await test.step("the search isn't cut off", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/search?q=wallet");
    await waitUntilInteractive(page);
    const tabs = page.getByRole("navigation", { name: "Search in" });
    expect(await tabs.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);

    const box = page.getByPlaceholder("Search posts, news, users...");
    const label = page.getByRole("banner").locator("search").getByText("Search", { exact: true }).last();
    const readPlaceholderColor = () =>
      box.evaluate((element) => getComputedStyle(element, "::placeholder").color);
    // The placeholder only fits once the box is as wide as the header.
    await expect(label).toBeVisible();
    const hiddenColor = await readPlaceholderColor();
    await box.click();
    await expect(label).toBeHidden();
    await expect.poll(readPlaceholderColor).not.toBe(hiddenColor);
  });

  await test.step("the five main pages and the header's controls are reachable", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await showScreen(page, "/terms");
    const bar = page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
    await expect(bar.getByRole("link")).toHaveText(["Home", "News", "Forum", "AI Tools", "Wallet"]);
    for (const control of [
      page.getByRole("banner").getByRole("link", { name: "Create" }),
      page.getByRole("button", { name: "Toggle theme" }),
      page.getByRole("button", { name: `Account menu: ${member.username}` }),
      page.getByPlaceholder("Search posts, news, users..."),
    ]) {
      await expect(control).toBeInViewport({ ratio: 1 });
    }
  });

  await test.step("links and checkboxes are at least 24 pixels high", async () => {
    await showScreen(
      page,
      await createPost(page, { title: `Tapped ${generateName()}`, content: "W.", tags: ["phones"] }),
    );
    const main = page.getByRole("main");
    const expectTapTarget = async (target: Locator) =>
      expect((await target.boundingBox())?.height, String(target)).toBeGreaterThanOrEqual(24);
    await expectTapTarget(main.getByRole("link", { name: "Forum", exact: true }));
    await expectTapTarget(main.getByRole("link", { name: "#phones" }));
    await expectTapTarget(main.getByRole("link", { name: /^More in / }));
    await showScreen(page, "/wallet");
    await expectTapTarget(main.getByText("Show my address on my profile"));
    await expectTapTarget(main.getByText("Show as a table").first());
  });
});

test("with doubled text, the header's search can be tapped, the unread count doesn't cover the bell, and the bars leave space for the page", async ({
  page,
  member: _,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/notifications");
  await waitUntilInteractive(page);
  await page.evaluate(() => dispatchEvent(new CustomEvent("lattice-unread", { detail: 3 })));
  const header = page.getByRole("banner");
  const bell = header.getByRole("button", { name: "Notifications, 3 unread" });
  await expect(bell).toBeVisible();
  const getBox = async (element: Locator) => {
    const box = await element.boundingBox();
    if (!box) throw new Error(`${element} isn't visible`);
    return box;
  };
  await withDoubledText(page, async () => {
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    const search = await getBox(header.locator("search"));
    expect(search.width).toBeGreaterThanOrEqual(44);
    const create = await getBox(header.getByRole("link", { name: "Create" }));
    expect([create.width, create.height]).toEqual([40, 40]);
    const icon = await getBox(bell.locator("svg"));
    const count = await getBox(bell.getByText("3", { exact: true }));
    expect(count.x).toBeGreaterThanOrEqual(icon.x + icon.width / 2);
    expect(count.y + count.height).toBeLessThanOrEqual(icon.y + icon.height / 2);
    const mainNavigation = page.getByRole("navigation", { name: "Main" });
    expect((await getBox(header)).height + (await getBox(mainNavigation)).height).toBeLessThan(150);
  });
});

test("long names, titles and tags don't widen the page or cut off the breadcrumb's end, at normal and doubled text size", async ({
  page,
  baseURL,
}) => {
  const username = generateName("W".repeat(19));
  const tag = `geschwindigkeits${generateName("begrenzung")}`.replace("_", "");
  await createMember(page.context(), username);
  const postPath = await createPost(page, {
    title: `${"Donaudampfschifffahrtsgesellschaft".repeat(4)} ${generateName()}`,
    content: `${"Rindfleischetikettierung".repeat(12)}\n\n@${username}\n\nنص طويل باللغة العربية داخل المنشور\n\n\`${"x".repeat(200)}\``,
    tags: [tag],
  });
  const session = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const density of ["comfortable", "compact"]) {
    await page.context().addCookies([{ name: "density", value: density, url: baseURL ?? "" }]);
    await page.goto("/");
    await waitUntilInteractive(page);
    for (const path of [
      "/",
      "/forum?sort=new",
      `/forum?tag=${tag}`,
      postPath,
      `/u/${username}`,
      `/search?q=${username}`,
      "/wallet",
      `${postPath}/edit`,
    ]) {
      if (path !== "/") await showScreen(page, path);
      for (const standard of [16, 32]) {
        await session.send("Page.setFontSizes", { fontSizes: { standard } });
        expect(await measureOverflow(page), `${path} at ${standard} px, ${density}`).toBeLessThanOrEqual(0);
      }
      if (!path.endsWith("/edit")) continue;
      const currentPage = page.getByRole("navigation", { name: "Breadcrumb" }).getByText("Edit");
      expect(await currentPage.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
  }
});
