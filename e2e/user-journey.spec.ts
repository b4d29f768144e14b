import { expect, test } from "./fixtures.ts";
import { getComment, getPostCard, getScore, getToast, getVoteArrow, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import { showScreen } from "./screens.ts";

test("a user registers, publishes a resumed draft, comments, replies, votes in the list and on the post's page, and signs out and in again", async ({
  page,
  plain,
  allowProblem,
}) => {
  allowProblem(/status of 409 .*\/vote\.data/);
  const username = generateName("story");
  const email = `${username}@example.org`;
  const password = "correct horse battery";
  const title = `What a story needs ${username}`;
  const menu = page.getByRole("button", { name: `Account menu: ${username}` });

  await test.step("registers from the header's dialog", async () => {
    await page.goto("/");
    await waitUntilInteractive(page);
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("tab", { name: "Register" }).click();
    await dialog.getByLabel("Username").fill(username);
    await dialog.getByLabel("Email", { exact: true }).fill(email);
    await dialog.getByLabel("Password").fill(password);
    await dialog.getByRole("button", { name: "Create account" }).click();
    await expect(getToast(page, "Account created!")).toContainText("Welcome to the community");
    await expect(dialog).toBeHidden();
    await expect(menu).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeHidden();
    await expect(page.getByRole("link", { name: "Go to Forum" })).toBeVisible();
  });

  await test.step("writes a draft that is saved automatically, leaves, and resumes it", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Create" }).click();
    await expect(page).toHaveURL(/\/create$/);
    await page.getByLabel("Title").fill(title);
    await page.getByRole("textbox", { name: "Content" }).fill("A beginning, and a **bold** middle.");
    await expect(page).toHaveURL(/\/create\?draft=/);
    await expect(page.getByText(/^Saved (just now|\d+s ago)$/)).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Forum" }).click();
    await expect(page.getByRole("heading", { name: "Community Forum" })).toBeVisible();
    await page.getByRole("link", { name: "New Post", exact: true }).click();
    await page.getByRole("link", { name: `Resume ${title}` }).click();
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await expect(page.getByRole("textbox", { name: "Content" })).toHaveValue(
      "A beginning, and a **bold** middle.",
    );
  });

  await test.step("posts it", async () => {
    await page.getByLabel("Category").selectOption({ label: "Quantum Computing" });
    await page.getByLabel(/^Tags/).fill("stories");
    await page.getByLabel(/^Tags/).press("Enter");
    await page.getByRole("button", { name: "Post to Community" }).click();
    await expect(getToast(page, "Post Created!")).toContainText(
      "Your post has been submitted to the community",
    );
    await expect(page).toHaveURL(/\/forum$/);
    await page.getByRole("navigation", { name: "Sort" }).getByRole("link", { name: "New" }).click();
    await expect(page).toHaveURL(/sort=new/);
    const post = getPostCard(page, title);
    await expect(post).toContainText("Quantum Computing");
    await expect(post).toContainText("Just now");
    await expect(post).toContainText(username);
    await expect(post.getByRole("link", { name: "#stories" })).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Create" }).click();
    await expect(page.getByLabel("Title")).toHaveValue("");
    await expect(page.getByRole("link", { name: `Resume ${title}` })).toHaveCount(0);
  });

  await test.step("votes up and down in the list, and removes the vote by pressing the same arrow again", async () => {
    await showScreen(page, "/forum?sort=new");
    const post = getPostCard(page, title);
    let savedVoteCount = 0;
    page.on("response", (response) => {
      if (response.url().endsWith("/vote.data")) savedVoteCount += 1;
    });
    await getVoteArrow(post, "up").click();
    await expect(getToast(page, "Vote Recorded").first()).toBeVisible();
    await expect(getScore(post)).toHaveText("1");
    await expect(getVoteArrow(post, "up")).toHaveAttribute("aria-pressed", "true");
    await getVoteArrow(post, "down").click();
    await expect(getScore(post)).toHaveText("-1");
    await expect(getVoteArrow(post, "up")).toHaveAttribute("aria-pressed", "false");
    await getVoteArrow(post, "down").click();
    await expect(getScore(post)).toHaveText("0");
    await expect(getVoteArrow(post, "down")).toHaveAttribute("aria-pressed", "false");
    // Votes are sent one after another, so the last one may still be waiting.
    await expect.poll(() => savedVoteCount).toBe(3);
    await page.reload();
    await expect(getScore(post)).toHaveText("0");
  });

  await test.step("votes on the post's page, but only once", async () => {
    await page.getByRole("link", { name: title }).click();
    const post = page.getByRole("article");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(post.locator("strong")).toHaveText("bold");
    await getVoteArrow(post, "up").click();
    await expect(getToast(page, "Vote Recorded").first()).toBeVisible();
    await expect(getScore(post)).toHaveText("1");
    await getVoteArrow(post, "up").click();
    await expect(getToast(page, "Already Voted")).toContainText("You've already voted on this post.");
    await expect(getScore(post)).toHaveText("1");
    await getVoteArrow(post, "down").click();
    await expect(getScore(post)).toHaveText("1");
  });

  await test.step("comments, replies, edits, and deletes a comment with replies", async () => {
    await expect(page.getByText("No comments yet. Be the first to comment!")).toBeVisible();
    await page.getByLabel("Write a comment").fill("The first word.");
    await page.getByRole("button", { name: "Post Comment" }).click();
    await expect(getToast(page, "Comment Posted").first()).toContainText("Your comment has been added.");
    const firstComment = getComment(page, "The first word.");
    await expect(firstComment).toContainText(username);
    await expect(page.getByLabel("Write a comment")).toHaveValue("");

    await firstComment.getByRole("link", { name: "Reply" }).click();
    await firstComment.getByLabel(`Reply to ${username}`).fill("A reply to it.");
    await firstComment.getByRole("button", { name: "Reply" }).click();
    const reply = getComment(page, "A reply to it.");
    await expect(reply).toBeVisible();
    await expect(firstComment.locator("li[id^=comment-]")).toContainText("A reply to it.");

    await reply.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Edit comment").fill("A better reply to it.");
    await page.locator("#comments").getByRole("button", { name: "Save", exact: true }).click();
    await expect(getComment(page, "A better reply to it.")).toContainText("edited");

    await page.locator("li[id^=comment-]").first().getByRole("button", { name: "Delete" }).first().click();
    await page
      .getByRole("dialog", { name: "Delete this comment?" })
      .getByRole("button", { name: "Delete", exact: true })
      .click();
    await expect(page.getByText("This comment was deleted.")).toBeVisible();
    await expect(page.getByText("The first word.")).toHaveCount(0);
    await expect(getComment(page, "A better reply to it.")).toBeVisible();
    await page.reload();
    await expect(getScore(page.getByRole("article"))).toHaveText("1");
    await expect(page.locator("li[id^=comment-] li[id^=comment-]")).toContainText("A better reply to it.");
  });

  await test.step("signs out and in again", async () => {
    await waitUntilInteractive(page);
    await menu.click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
    await expect(menu).toHaveCount(0);
    await plain.goto("/forum");
    expect(plain.find("banner").find("link", "Sign In")).toBeTruthy();
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email", { exact: true }).fill(email);
    await dialog.getByLabel("Password").fill(password);
    await dialog.getByRole("button", { name: "Login" }).click();
    await expect(getToast(page, "Welcome back!")).toBeVisible();
    await expect(menu).toBeVisible();
    await expect(getScore(page.getByRole("article"))).toHaveText("1");
  });
});
