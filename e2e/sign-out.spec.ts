import { expect, test } from "./fixtures.ts";
import { arrow, createPost, waitUntilInteractive } from "./forum.ts";
import { newName } from "./members.ts";

for (const isLate of [false, true]) {
  const when = isLate ? ", not even one that is answered after the sign-out" : "";
  test(`after signing out, no vote of that member is shown in the tab${when}`, async ({ page, member }) => {
    const path = await createPost(page, { title: `Voted on ${newName()}`, content: "Sign out now." });
    await page.goto(path);
    await waitUntilInteractive(page);
    const signedOut = Promise.withResolvers<void>();
    if (isLate) {
      await page.route("**/vote.data*", async (route) => {
        const response = await route.fetch();
        await signedOut.promise;
        await route.fulfill({ response });
      });
    }
    const answer = page.waitForResponse("**/vote.data*");
    const up = arrow(page.getByRole("article"), "up");
    await up.click();
    await expect(up).toHaveAttribute("aria-pressed", "true");
    if (!isLate) await answer;
    await page.getByRole("button", { name: `Account menu of ${member.username}` }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
    signedOut.resolve();
    await (await answer).finished();
    await expect(page.getByRole("main").locator("[aria-pressed=true]")).toHaveCount(0);
  });
}
