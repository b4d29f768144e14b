import { expect, test } from "./fixtures.ts";
import { alive, arrow } from "./forum.ts";

test("after a sign-out the user's votes are no longer shown in the same tab", async ({ page, member }) => {
  await page.goto("/forum?sort=new");
  await alive(page);
  const up = arrow(page.getByRole("main"), "up");
  await up.click();
  await expect(up).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: `Account menu of ${member.username}` }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(page.getByRole("main").locator("[aria-pressed=true]")).toHaveCount(0);
});
