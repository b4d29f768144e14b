import { expect, test } from "./fixtures.ts";
import { createPost, getVoteArrow, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";

for (const isResponseLate of [false, true]) {
  const condition = isResponseLate ? ", even if a vote's response arrives after the sign-out" : "";
  test(`after signing out, none of the member's votes is shown in the tab${condition}`, async ({
    page,
    member,
  }) => {
    const path = await createPost(page, { title: `Voted on ${generateName()}`, content: "Sign out now." });
    await page.goto(path);
    await waitUntilInteractive(page);
    const signOutFinished = Promise.withResolvers<void>();
    if (isResponseLate) {
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
    if (!isResponseLate) await responsePromise;
    await page.getByRole("button", { name: `Account menu: ${member.username}` }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
    signOutFinished.resolve();
    await (await responsePromise).finished();
    await expect(page.getByRole("main").locator("[aria-pressed=true]")).toHaveCount(0);
  });
}
