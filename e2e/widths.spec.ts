import { expect, test } from "./fixtures.ts";
import { makeMember } from "./members.ts";
import { listScreens } from "./screens.ts";

for (const width of [360, 768, 1440]) {
  test(`at ${width} pixels no page scrolls sideways`, async ({ page, openContext, allowProblem }) => {
    test.setTimeout(120_000);
    allowProblem(/status of 404 /);
    const screens = await listScreens(page);
    for (const who of ["visitor", "member"] as const) {
      const context = await openContext({ viewport: { width, height: 800 } });
      if (who === "member") await makeMember(context);
      const tab = await context.newPage();
      for (const screen of screens) {
        if (screen.memberOnly && who === "visitor") continue;
        await tab.goto(screen.path);
        const { page: inner, window: outer } = await tab.evaluate(() => ({
          page: document.documentElement.scrollWidth,
          window: document.documentElement.clientWidth,
        }));
        expect.soft(inner, `${screen.name}, ${who}: width of the page`).toBeLessThanOrEqual(outer);
      }
      await context.close();
    }
  });
}

test("on a small screen the five places and the header's controls are within reach", async ({
  page,
  member,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/forum");
  const bar = page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
  await expect(bar.getByRole("link")).toHaveText(["Home", "News", "Forum", "AI Tools", "Wallet"]);
  for (const control of [
    page.getByRole("banner").getByRole("link", { name: "Create" }),
    page.getByRole("button", { name: "Toggle theme" }),
    page.getByRole("button", { name: `Account menu of ${member.username}` }),
    page.getByPlaceholder("Search posts, news, users..."),
  ]) {
    await expect(control).toBeInViewport({ ratio: 1 });
  }
});
