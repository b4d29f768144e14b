import { expect, test } from "./fixtures.ts";
import {
  createPost,
  findPost,
  getComment,
  getPostCard,
  getToast,
  sendForm,
  waitUntilInteractive,
} from "./forum.ts";
import { createMember, generateName } from "./members.ts";

test("after posting, the toast links to the post, with and without JavaScript", async ({
  page,
  member,
  openContext,
}) => {
  expect(member.username).not.toBe("");
  const title = `Just posted ${generateName()}`;
  await page.goto("/create");
  await waitUntilInteractive(page);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("tech");
  await page.getByRole("textbox", { name: "Content" }).fill("Some text.");
  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(page).toHaveURL(/\/forum$/);
  const path = await findPost(page, title);
  await getToast(page, "Post Created!").getByRole("link", { name: "View post" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(getToast(page, "Post Created!")).toHaveCount(0);

  const plain = await (await openContext()).newPage();
  await createMember(plain.context());
  const form = new URLSearchParams({
    intent: "post",
    title: `Plain ${title}`,
    content: "Some text.",
    category: "ai",
  });
  await sendForm(plain, "/create", form);
  await plain.goto("/forum");
  await plain.getByRole("link", { name: "View post" }).click();
  await expect(plain.getByRole("heading", { level: 1, name: `Plain ${title}` })).toBeVisible();
});

test("a search shows its order and suggestions, and visitors see how to join", async ({ page }) => {
  await test.step("a search shows its order, and suggestions when nothing was found", async () => {
    await page.goto("/forum?q=wallet");
    await expect(page.getByText("Results for “wallet”, most relevant first.")).toBeVisible();
    await page.goto("/forum?q=wallet&sort=new");
    await expect(page.getByText("Results for “wallet”, newest first.")).toBeVisible();
    await page.goto("/forum?q=qqxxzzyyqq&category=ai");
    await expect(page.getByText("Nothing found for “qqxxzzyyqq”")).toBeVisible();
    await page.getByRole("link", { name: "Search all posts" }).click();
    await expect(page).toHaveURL(/\/forum\?q=qqxxzzyyqq$/);
    await expect(page.getByRole("link", { name: "Search all posts" })).toHaveCount(0);
    await page.getByRole("link", { name: "Show all posts" }).click();
    await expect(page).toHaveURL(/\/forum$/);
  });

  await test.step("a visitor who arrives at a post, an article or a member sees how to join, and returns after signing up", async () => {
    for (const list of ["/forum", "/news", "/u/mara_lindqvist"]) {
      await page.goto(list);
      const link = page.locator("article h3 a").first();
      if (!list.startsWith("/u/")) await page.goto((await link.getAttribute("href")) ?? "");
      const path = new URL(page.url()).pathname;
      const card = page.getByRole("complementary", { name: "Lattice" });
      await expect(card).toContainText("A self-hosted community for crypto, AI and quantum technology.");
      await expect(card.getByRole("link", { name: "Join Community" })).toHaveAttribute(
        "href",
        `/auth?tab=register&next=${encodeURIComponent(path)}`,
      );
    }
  });
});

test("threads lead back to their list and deep replies open on their own page", async ({
  page,
  member: _,
  allowProblem,
}) => {
  await test.step("a post's back link leads to the filtered list", async () => {
    allowProblem(/request failed: .*\.js csp$/);
    const title = `Opened from a list ${generateName()}`;
    const path = await createPost(page, { title, content: "Some text.", category: "quantum" });
    const list = "/forum?category=ai&sort=new";
    await page.goto(list);
    await waitUntilInteractive(page);
    await getPostCard(page, title).getByRole("link", { name: title }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await page.getByLabel("Write a comment").fill("It reloads the page.");
    await page.getByRole("button", { name: "Post Comment" }).click();
    await expect(getToast(page, "Comment Posted")).toBeVisible();
    const crumb = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Forum" });
    await expect(crumb).toHaveAttribute("href", list);
    await page.getByRole("link", { name: "Back to Forum" }).click();
    await expect(page).toHaveURL(/category=ai&sort=new$/);

    await page.goto(path);
    await expect(crumb).toHaveAttribute("href", "/forum");
    const response = await page.request.get(path, {
      headers: { Referer: new URL(`${list}&q=<b>`, page.url()).href },
    });
    expect(await response.text()).toContain('href="/forum?category=ai&amp;sort=new&amp;q=%3Cb%3E"');
    const elsewhere = await page.request.get(path, {
      headers: { Referer: "https://elsewhere.test/forum?x" },
    });
    expect(await elsewhere.text()).not.toContain("/forum?x");
  });

  await test.step("a reply below the deepest level opens on its own page", async () => {
    const path = await createPost(page, { title: `Deep ${generateName()}`, content: "Some text." });
    let parentId = "";
    for (let level = 1; level <= 6; level += 1) {
      const form = new URLSearchParams({ intent: "comment", content: `Level ${level}`, parentId });
      const { location = "" } = (await sendForm(page, path, form)).headers();
      parentId = /#comment-([\w-]+)/.exec(location)?.[1] ?? "";
    }
    await page.goto(path);
    await waitUntilInteractive(page);
    await getComment(page, "Level 6").getByRole("link", { name: "Reply" }).click();
    await page.getByLabel(/^Reply to /).fill("Level 7, the deepest");
    await page.getByRole("button", { name: "Reply", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}/comments/${parentId}#comment-`));
    await expect(getComment(page, "Level 7, the deepest")).toBeInViewport();
  });
});

test("a comment can be collapsed with its replies, even without JavaScript, and its author's name stays a link", async ({
  page,
  openContext,
  member,
  allowProblem,
}) => {
  allowProblem(/request failed: .*\.js csp$/);
  const path = await createPost(page, { title: `Collapsed ${generateName()}`, content: "Some text." });
  const send = async (content: string, parentId: string) => {
    const form = new URLSearchParams({ intent: "comment", content, parentId });
    const { location = "" } = (await sendForm(page, path, form)).headers();
    return /#comment-([\w-]+)/.exec(location)?.[1] ?? "";
  };
  const first = await send("The first comment", "");
  await send("A reply to it", first);
  await send("Another comment", "");
  const reader = await (await openContext({ javaScriptEnabled: false })).newPage();
  await reader.goto(path);
  const comment = reader.locator(`#comment-${first}`);
  await comment.locator("summary").first().click();
  await expect(comment.getByText("The first comment")).toBeHidden();
  await expect(comment.getByText("A reply to it")).toBeHidden();
  await expect(comment.getByText("1 reply", { exact: true })).toBeVisible();
  await expect(comment.getByRole("link", { name: member.username })).toBeVisible();
  await expect(reader.getByText("Another comment")).toBeVisible();
  await comment.locator("summary").first().click();
  await comment.locator("summary").last().click();
  await expect(comment.getByText("The first comment")).toBeVisible();
  await expect(comment.getByText("A reply to it")).toBeHidden();
});
