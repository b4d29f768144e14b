import { expect, test } from "./fixtures.ts";
import {
  createPost,
  getComment,
  getPostCard,
  getToast,
  getVoteArrow,
  waitUntilInteractive,
} from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";

test("two members vote on a post from different pages, and both see the same score after a reload", async ({
  page,
  openContext,
}) => {
  await createMember(page.context());
  const title = `Voted on by two ${generateName()}`;
  const path = await createPost(page, { title, content: "Count me." });
  const otherPage = new PlainPage(await openContext());
  await createMember(otherPage.context());
  const listPath = `/forum?q=${encodeURIComponent(title)}`;
  await page.goto(listPath);
  await otherPage.goto(path);
  await waitUntilInteractive(page);
  await Promise.all([
    getVoteArrow(getPostCard(page, title), "up").click(),
    otherPage.submit(otherPage.find("article").find("button", /^Upvote /)),
  ]);
  await expect(getToast(page, "Vote Recorded")).toBeVisible();
  expect(otherPage.notice).toContain("Vote Recorded");
  const reloadedPage = await new PlainPage(page.context()).goto(listPath);
  await otherPage.goto(path);
  expect(reloadedPage.find("article").find("output", "Score").text).toBe("2");
  expect(otherPage.find("article").find("output", "Score").text).toBe("2");
});

test("a reply to a comment that was just deleted is refused without losing the text", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 404/);
  const authorPage = new PlainPage(await openContext());
  await createMember(authorPage.context());
  const path = await createPost(authorPage, { title: `A race ${generateName()}`, content: "On your marks." });
  await authorPage.goto(path);
  await authorPage.submit("Post Comment", { "Write a comment": "To be deleted." });

  await createMember(page.context());
  await page.goto(path);
  await waitUntilInteractive(page);
  await getComment(page, "To be deleted.").getByRole("link", { name: "Reply" }).click();
  await page.getByLabel(/^Reply to/).fill("Too late?");
  await authorPage.goto(path);
  await authorPage.submit(authorPage.find("listitem", { text: "To be deleted." }).find("button", "Delete"));
  expect(authorPage.notice).toContain("Comment deleted");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(getToast(page, "Comment not found")).toBeVisible();
  await expect(page.getByLabel(/^Reply to/)).toHaveValue("Too late?");
});
