import { expect, test } from "./fixtures.ts";
import { createPost, getScore, getToast, getVoteArrow, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";

test("a double click on an arrow is one vote, and isn't refused as a second one", async ({
  page,
  member: _,
}) => {
  const sentVotes: string[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().endsWith("/vote.data"))
      sentVotes.push(new URLSearchParams(request.postData() ?? "").get("vote") ?? "");
  });
  await page.goto(await createPost(page, { title: `Twice ${generateName()}`, content: "Some text." }));
  await waitUntilInteractive(page);
  const article = page.getByRole("article");
  await getVoteArrow(article, "up").dblclick();
  await expect(getToast(page, "Vote Recorded")).toBeVisible();
  await expect(getScore(article)).toHaveText("1");
  // Votes are sent in order, so a vote by the second click would arrive before this Undo.
  await article.getByRole("button", { name: "Undo your vote on this post" }).press("Enter");
  await expect.poll(() => sentVotes.at(-1)).toBe("0");
  expect(sentVotes).toEqual(["1", "0"]);
});
