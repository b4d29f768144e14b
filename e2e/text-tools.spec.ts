import type { Page } from "@playwright/test";
import { addComment, getCommentField, getQuoteButton, openPost, selectText } from "./comments.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getComment, sendForm, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import { showScreen } from "./screens.ts";

/** Creates a post with these comments and shows it in the open page. */
async function showNewPost(page: Page, content: string, comments: readonly string[] = []): Promise<void> {
  const path = await createPost(page, { title: `Shown ${generateName()}`, content });
  for (const comment of comments) await addComment(page, path, comment);
  await showScreen(page, path);
}

test("selected text can be quoted, code can be copied, and links within the site show cards", async ({
  page,
  context,
  member,
  baseURL,
  allowProblem,
}) => {
  await page.clock.install();
  await test.step("text selected in a post is quoted in a new comment, and text selected in a comment is quoted in a reply", async () => {
    await openPost(page, "The *first* paragraph.\n\nThe second one.", ["A remark."]);
    await getCommentField(page).fill("My own words.");
    await selectText(page.getByRole("article").locator(".prose p").first());
    await expect(getQuoteButton(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(getQuoteButton(page)).toHaveCount(0);

    await selectText(page.getByRole("article").locator(".prose"));
    await expect(getQuoteButton(page)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(getQuoteButton(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(getCommentField(page)).toHaveValue(
      `My own words.\n\n> @${member.username} wrote:\n>\n> The first paragraph.\n>\n> The second one.\n\n`,
    );
    await expect(getCommentField(page)).toBeFocused();

    const item = getComment(page, "A remark.");
    const remark = item.locator(".prose p");
    await remark.click({ clickCount: 3 });
    const [textBox, buttonBox] = [await remark.boundingBox(), await getQuoteButton(page).boundingBox()];
    expect(Math.abs((buttonBox?.y ?? 0) - (textBox?.y ?? 0) - (textBox?.height ?? 0))).toBeLessThan(12);
    await getQuoteButton(page).click();
    const reply = item.getByRole("textbox", { name: `Reply to ${member.username}` });
    await expect(reply).toHaveValue(`> @${member.username} wrote:\n>\n> A remark.\n\n`);
    await expect(reply).toBeFocused();
    await expect(getQuoteButton(page)).toHaveCount(0);
    await page.keyboard.type("Indeed.");
    await page.keyboard.press("Control+Enter");
    await expect(getComment(page, "Indeed.").locator("blockquote")).toContainText("A remark.");
  });

  await test.step("text that spans two comments can't be quoted", async () => {
    await showNewPost(page, "Something to discuss.", ["One remark.", "Another remark."]);
    await selectText(getComment(page, "One remark.").locator(".prose p"));
    await expect(getQuoteButton(page)).toBeVisible();
    await page.locator("#comments > ul").evaluate((list) => {
      const range = new Range();
      const paragraphs = list.querySelectorAll(".prose p");
      range.setStart(paragraphs[0] as Element, 0);
      range.setEnd(paragraphs[1] as Element, 1);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    });
    await expect(getQuoteButton(page)).toHaveCount(0);
    await page.clock.runFor(1000);
    await expect(getQuoteButton(page)).toHaveCount(0);
  });

  await test.step("the copy button copies the code and announces that it was copied", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await showNewPost(page, "Try:\n\n```sh\nnpm start\nnpm test\n```");
    const frame = page.getByRole("article").locator(".code-frame");
    await frame.hover();
    await frame.getByRole("button", { name: "Copy" }).click();
    await expect(frame.getByRole("status")).toHaveText("Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("npm start\nnpm test");
    await expect(frame.getByRole("status")).toHaveText("");
    await frame.locator("pre").focus();
    await page.keyboard.press("Tab");
    await expect(frame.getByRole("button", { name: "Copy" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(frame.getByRole("button")).toHaveText("Copied");
  });

  await test.step("a link within the site shows a card about its target, unless the target has been deleted", async () => {
    const title = `Target ${generateName()}`;
    const target = await createPost(page, { title, content: "What the card shows." });
    await showNewPost(
      page,
      `See ${baseURL}${target} and @${member.username} and https://example.org/forum/1`,
    );
    const links = page.getByRole("article").locator(".prose a");
    const card = page.getByRole("tooltip");
    await links.first().hover();
    await expect(card).toContainText(title);
    await expect(card).toContainText("What the card shows.");
    await card.hover();
    await page.clock.runFor(1000);
    await expect(card).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);
    await links.nth(1).focus();
    await expect(card).toContainText(member.username);
    await expect(links.nth(1)).toHaveAttribute("aria-describedby", "link-card");
    await links.nth(2).focus();
    await expect(card).toHaveCount(0);

    const form = new URLSearchParams({ intent: "delete" });
    expect((await sendForm(page, `${target}/edit`, form)).status()).toBe(302);
    allowProblem(/status of 404 /);
    const response = await page.request.get(`/link-preview?to=${target}`);
    expect([response.status(), await response.text(), response.headers()["cache-control"]]).toEqual([
      404,
      "null",
      "no-store",
    ]);
    const responsePromise = page.waitForResponse("**/link-preview?*");
    await links.first().hover();
    await responsePromise;
    await expect(card).toHaveCount(0);
  });
});

test("members and articles have link cards, but missing and private pages and other sites have none", async ({
  plain,
  member,
}) => {
  const readPreview = async (to: string) => {
    const response = await plain.request.get(`/link-preview?${new URLSearchParams({ to })}`);
    return response.ok() ? await response.json() : response.status();
  };
  expect(await readPreview(`/u/${member.username}`)).toEqual({
    title: member.username,
    excerpt: "",
    note: "0 karma",
  });
  expect(await readPreview("/news/00000000-0000-4000-8000-000000000001")).toMatchObject({
    title: expect.stringMatching(/./),
    excerpt: expect.stringMatching(/./),
  });
  for (const path of [
    `/u/${generateName("missing")}`,
    "/news/00000000-0000-4000-8000-00000000dead",
    "/forum/00000000-0000-4000-8000-00000000dead",
    "/forum/x",
    "/settings/data",
    "//example.org/forum/1",
    "",
  ])
    expect([path, await readPreview(path)]).toEqual([path, 404]);
});

test("only pages with formulas load the style sheet for formulas", async ({ page, plain, member: _ }) => {
  const styleSheet = page.locator("head link[rel=stylesheet][href*='/assets/math-']");
  await plain.goto(await createPost(page, { title: `Plain ${generateName()}`, content: "Five dollars." }));
  expect(plain.source).not.toContain("/assets/math-");
  const path = await createPost(page, { title: `Formula ${generateName()}`, content: "$$\\frac{a}{b}$$" });
  await page.goto("/forum?sort=new");
  await waitUntilInteractive(page);
  await page.locator(`h3 a[href="${path}"]`).click();
  await expect(page.locator("math")).toBeVisible();
  await expect(styleSheet).toHaveCount(1);
  expect((await plain.goto(path)).source).toContain("/assets/math-");
  await expect(page.locator(".math-display")).toHaveCSS("overflow-y", "hidden");
});
