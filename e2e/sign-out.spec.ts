import { expect, test } from "./fixtures.ts";
import { createPost, getVoteArrow, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";

for (const isLate of [false, true]) {
  const condition = isLate ? ", not even if its response arrives after the sign-out" : "";
  test(`after signing out, no vote of that member is shown in the tab${condition}`, async ({
    page,
    member,
  }) => {
    const path = await createPost(page, { title: `Voted on ${generateName()}`, content: "Sign out now." });
    await page.goto(path);
    await waitUntilInteractive(page);
    const signOutFinished = Promise.withResolvers<void>();
    if (isLate) {
      await page.route("**/vote.data*", async (route) => {
        const response = await route.fetch();
        await signOutFinished.promise;
        await route.fulfill({ response });
      });
    }
    const responsePromise = page.waitForResponse("**/vote.data*");
    const upvote = getVoteArrow(page.getByRole("article"), "up");
    await upvote.click();
    await expect(upvote).toHaveAttribute("aria-pressed", "true");
    if (!isLate) await responsePromise;
    await page.getByRole("button", { name: `Account menu: ${member.username}` }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
    signOutFinished.resolve();
    await (await responsePromise).finished();
    await expect(page.getByRole("main").locator("[aria-pressed=true]")).toHaveCount(0);
  });
}
