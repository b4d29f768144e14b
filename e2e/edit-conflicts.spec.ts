import { getCommentField } from "./comments.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getComment, sendForm, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import { showScreen } from "./screens.ts";

test("text changed in another window or since an earlier visit is shown before it can be replaced, with and without JavaScript", async ({
  page,
  member: _,
  allowProblem,
}) => {
  allowProblem(/status of 409 /);
  const title = `Edited twice ${generateName()}`;
  const path = await createPost(page, { title, content: "Opened in two windows." });
  const savePost = (fields: Record<string, string>) =>
    sendForm(
      page,
      `${path}/edit`,
      new URLSearchParams({ intent: "post", title, category: "tech", ...fields }),
    );
  const readVersion = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? "no version";
  const version = readVersion(await (await page.request.get(`${path}/edit`)).text());
  expect((await savePost({ content: "From the first window.", version })).status()).toBe(302);

  const conflictResponse = await savePost({ content: "From the second window.", version });
  expect(conflictResponse.status()).toBe(409);
  const html = await conflictResponse.text();
  expect(html).toContain("From the first window.");
  expect(html).toContain("From the second window.</textarea>");
  expect(html).toContain("Save anyway");
  expect((await savePost({ content: "From the second window.", version: readVersion(html) })).status()).toBe(
    302,
  );

  await page.goto(path);
  await waitUntilInteractive(page);
  await getCommentField(page).fill("A comment.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  const comment = getComment(page, "A comment.");
  const commentId = ((await comment.getAttribute("id")) ?? "").replace("comment-", "");
  await comment.getByRole("link", { name: "Edit" }).click();
  const box = page.getByRole("textbox", { name: "Edit comment" });
  await box.fill("Mine.");
  const editForm = new URLSearchParams({ intent: "edit", commentId, content: "From elsewhere." });
  expect((await sendForm(page, path, editForm)).status()).toBe(302);
  const form = page.locator("form").filter({ has: box });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("From elsewhere.")).toBeVisible();
  await expect(box).toHaveValue("Mine.");
  await form.getByRole("button", { name: "Save anyway" }).click();
  await expect(getComment(page, "Mine.")).toBeVisible();

  await test.step("text that is restored from an earlier visit doesn't replace an edit made since then", async () => {
    const content = page.getByRole("textbox", { name: "Content" });
    await showScreen(page, `${path}/edit`);
    await content.fill("Typed before the page was closed.");
    await showScreen(page, "/terms");
    const fields = { intent: "post", title, category: "tech", content: "Edited since then." };
    expect((await sendForm(page, `${path}/edit`, new URLSearchParams(fields))).status()).toBe(302);

    await page.goto(`${path}/edit`);
    await page.getByRole("button", { name: "Restore text" }).click();
    await expect(content).toHaveValue("Typed before the page was closed.");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("button", { name: "Save anyway" })).toBeVisible();
    await expect(page.getByRole("main").locator("p", { hasText: "Edited since then." })).toBeVisible();
  });
});
