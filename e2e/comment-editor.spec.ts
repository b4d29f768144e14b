import type { Locator, Page } from "@playwright/test";
import { findViolationsInThemes } from "./axe.ts";
import { getCommentField, getQuoteButton, openPost, selectText } from "./comments.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getComment, getToast, sendForm } from "./forum.ts";
import { chooseFiles, createPng } from "./images.ts";
import { generateName } from "./members.ts";
import { showScreen } from "./screens.ts";

const getToolbar = (page: Page) => page.getByRole("toolbar", { name: "Formatting" });

test("comments are written with accessible tools that appear when they are needed, and the actions of posts and comments fit on a phone", async ({
  page,
  member,
}) => {
  await openPost(page, `Text by @${member.username}.\n\n\`\`\`sh\nnpm start\n\`\`\``, ["First words."]);
  await test.step("the tools appear when the field receives focus, nothing moves, text typed while they load stays, and Ctrl+Enter sends the comment", async () => {
    await expect(getToolbar(page)).toHaveCount(0);
    const toolsUnblocked = Promise.withResolvers<void>();
    await page.route("**/assets/comment-tools*.js", async (route) => {
      await toolsUnblocked.promise;
      await route.continue();
    });
    const sendButton = page.getByRole("button", { name: "Post Comment" });
    await getCommentField(page).scrollIntoViewIfNeeded();
    const initialBox = await sendButton.boundingBox();
    await getCommentField(page).click();
    await page.keyboard.type("Typed before ");
    toolsUnblocked.resolve();
    await expect(getToolbar(page)).toBeVisible();
    await page.keyboard.type("and after.");
    await expect(getCommentField(page)).toBeFocused();
    expect(await sendButton.boundingBox()).toEqual(initialBox);

    await page.keyboard.press("Control+b");
    await page.keyboard.type("Bold");
    await expect(getCommentField(page)).toHaveValue("Typed before and after.**Bold**");
    await page.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("region", { name: "Preview" });
    await expect(preview.locator("strong")).toHaveText("Bold");
    await expect(getCommentField(page)).toBeHidden();
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(getCommentField(page)).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(getComment(page, "Typed before and after.Bold")).toBeVisible();
    await expect(getCommentField(page)).toHaveValue("");
  });

  await test.step("a comment isn't sent while one of its images hasn't been uploaded", async () => {
    await getCommentField(page).fill("![Uploading chart.png…](upload:abc123)");
    await page.getByRole("button", { name: "Post Comment" }).click();
    await expect(page.getByText("An image hasn't been uploaded yet.")).toBeVisible();
    await expect(getCommentField(page)).toHaveValue(/Uploading/);
    await page.getByRole("button", { name: "Remove: chart.png" }).click();
    await expect(getCommentField(page)).toHaveValue("");
  });

  await test.step("an image is uploaded into a comment, and enlarged with the mouse and the keyboard", async () => {
    await getCommentField(page).fill("Look:");
    await chooseFiles(page, [await createPng("chart.png", 1200, 600)]);
    await expect(getCommentField(page)).toHaveValue(/^Look:\n\n!\[\]\(\/storage\/v1\/.+#1200x600\)$/);
    await page.getByLabel("Alt text for Image 1").fill("A chart");
    await page.getByRole("button", { name: "Post Comment" }).click();
    const image = getComment(page, "Look:").getByRole("button", { name: "Enlarge image: A chart" });
    await image.click();
    const dialog = page.getByRole("dialog", { name: "A chart" });
    await expect(dialog.getByRole("img", { name: "A chart" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(image).toBeFocused();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(image).toBeFocused();
  });

  await test.step("the reply and edit forms have the same tools", async () => {
    // The first toolbar belongs to the field for a new comment.
    await expect(getToolbar(page)).toHaveCount(1);
    const comment = getComment(page, "First words.");
    await comment.getByRole("link", { name: "Reply" }).click();
    await expect(getToolbar(page)).toHaveCount(2);
    await comment.getByRole("button", { name: "Cancel" }).click();
    await expect(getToolbar(page)).toHaveCount(1);
    await comment.getByRole("link", { name: "Edit" }).click();
    await expect(getToolbar(page)).toHaveCount(2);
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" And more.");
    await page.keyboard.press("Control+Enter");
    await expect(getComment(page, "First words. And more.")).toBeVisible();
  });

  await test.step("the open tools, the Quote button, a link's card and an enlarged image are accessible", async () => {
    const issues: string[] = [];
    const check = async (label: string) => {
      issues.push(...(await findViolationsInThemes(page)).map((violation) => `${label}: ${violation}`));
    };
    await getCommentField(page).fill("Some **words**.");
    await chooseFiles(page, [await createPng("chart.png", 1200, 600)]);
    await expect(page.getByLabel("Alt text for Image 1")).toBeVisible();
    await check("tools");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("region", { name: "Preview" }).locator("strong")).toBeVisible();
    await check("preview");
    await page.getByRole("button", { name: "Post Comment" }).click();
    await expect(getToast(page, "Comment Posted")).toBeVisible();
    await page.getByRole("article").locator(".code-frame").hover();
    await selectText(page.getByRole("article").locator(".prose p").first());
    await expect(getQuoteButton(page)).toBeVisible();
    await check("Quote and Copy");
    await page.getByRole("article").locator(".prose a").focus();
    await expect(page.getByRole("tooltip")).toBeVisible();
    await check("card");
    await getComment(page, "Some words.").getByRole("button", { name: "Enlarge image" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await check("image");
    await page.keyboard.press("Escape");
    expect(issues).toEqual([]);
  });

  await test.step("on a phone, the actions of a post and of a comment fit on one row", async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    const path = await createPost(page, {
      title: `On one row ${generateName()}`,
      content: "Something to discuss.",
    });
    let parentId = "";
    for (let depth = 1; depth <= 6; depth += 1) {
      const form = new URLSearchParams({ intent: "comment", content: `Level ${depth}.`, parentId });
      const response = await sendForm(page, path, form);
      parentId = /#comment-([\w-]+)/.exec(response.headers().location ?? "")?.[1] ?? "";
    }
    await showScreen(page, path);
    await page.getByRole("button", { name: "Upvote this post" }).click();
    await expect(page.getByRole("button", { name: "Undo your vote on this post" })).toBeVisible();
    const measureRow = (controls: Locator) =>
      controls.evaluateAll((elements) => {
        const boxes = elements
          .map((element) => element.getBoundingClientRect())
          .filter(({ width, height }) => width > 0 && height > 0)
          .sort((a, b) => a.left - b.left);
        const firstBox = boxes[0] as DOMRect;
        return {
          count: boxes.length,
          isOneRow: boxes.every(
            ({ top, bottom, left, right, height, width }, index) =>
              Math.abs(top + bottom - firstBox.top - firstBox.bottom) < 8 &&
              Math.min(height, width) >= 24 &&
              left >= 0 &&
              right <= innerWidth &&
              (index === 0 || left >= (boxes[index - 1] as DOMRect).right - 1),
          ),
        };
      });
    const article = page.getByRole("article");
    expect(await measureRow(article.locator(".vote button, .post-actions :is(button, a):visible"))).toEqual({
      count: 7,
      isOneRow: true,
    });
    const commentRows = await page.locator(".comment-actions").all();
    expect(commentRows.length).toBeGreaterThan(0);
    for (const actions of commentRows)
      expect(await measureRow(actions.locator("button, a"))).toEqual({ count: 5, isOneRow: true });
  });
});
