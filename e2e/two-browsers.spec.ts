import { expect, test } from "./fixtures.ts";
import { arrow, card, comment, createPost, score, toastWith, waitUntilInteractive } from "./forum.ts";
import { createMember, newName } from "./members.ts";

test("two members vote on a post in two places, and both see the same count after a reload", async ({
  page,
  openContext,
}) => {
  await createMember(page.context());
  const title = `Voted on by two ${newName()}`;
  const path = await createPost(page, { title, content: "Count me." });
  const other = await (await openContext()).newPage();
  await createMember(other.context());
  await page.goto("/forum?sort=new");
  await other.goto(path);
  await waitUntilInteractive(page);
  await waitUntilInteractive(other);
  await Promise.all([
    arrow(card(page, title), "up").click(),
    arrow(other.getByRole("article"), "up").click(),
  ]);
  await expect(toastWith(page, "Vote Recorded")).toBeVisible();
  await expect(toastWith(other, "Vote Recorded")).toBeVisible();
  await page.reload();
  await other.reload();
  await expect(score(card(page, title))).toHaveText("2");
  await expect(score(other.getByRole("article"))).toHaveText("2");
});

test("a reply to a comment that was just deleted is refused without losing the text", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 404/);
  await createMember(page.context());
  const path = await createPost(page, { title: `A race ${newName()}`, content: "On your marks." });
  await page.goto(path);
  await waitUntilInteractive(page);
  await page.getByLabel("Write a comment").fill("To be deleted.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(comment(page, "To be deleted.")).toBeVisible();

  const other = await (await openContext()).newPage();
  await createMember(other.context());
  await other.goto(path);
  await waitUntilInteractive(other);
  await comment(other, "To be deleted.").getByRole("link", { name: "Reply" }).click();
  await other.getByLabel(/^Reply to/).fill("Too late?");

  await comment(page, "To be deleted.").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toastWith(page, "Comment deleted")).toBeVisible();
  await other.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(toastWith(other, "Comment not found")).toBeVisible();
  await expect(other.getByLabel(/^Reply to/)).toHaveValue("Too late?");
});
