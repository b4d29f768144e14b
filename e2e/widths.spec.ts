import { expect, test } from "./fixtures.ts";

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
