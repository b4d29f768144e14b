import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";

test("on a small screen the five main pages and the header's controls are reachable", async ({
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

test("on a small screen the search is not cut off", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/search?q=wallet");
  await waitUntilInteractive(page);
  const tabs = page.getByRole("navigation", { name: "Search in" });
  expect(await tabs.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);

  const box = page.getByPlaceholder("Search posts, news, users...");
  const label = page.getByRole("banner").locator("search").getByText("Search", { exact: true }).last();
  const color = () => box.evaluate((one) => getComputedStyle(one, "::placeholder").color);
  // The placeholder only fits once the box has the header's width.
  await expect(label).toBeVisible();
  const hidden = await color();
  await box.click();
  await expect(label).toBeHidden();
  await expect.poll(color).not.toBe(hidden);
});
