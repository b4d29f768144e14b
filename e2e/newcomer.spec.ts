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
import { showScreen } from "./screens.ts";

test("after posting, the toast links to the post, with and without JavaScript", async ({
  page,
  plain,
  member,
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

  await createMember(plain.context());
  await plain.goto("/create");
  // The browser focuses the first field with an error.
  await plain.submit("Post to Community", { Title: `Plain ${title}`, Category: "ai" });
  expect(plain.find("field", "Content").attribute("autofocus")).toBeDefined();
  await plain.submit("Post to Community", { Content: "Some text." });
  await plain.follow("View post");
  expect(plain.find("h1").text).toBe(`Plain ${title}`);
});

test("a search shows its order, and suggestions when nothing was found", async ({ plain }) => {
  await plain.goto("/forum?q=wallet");
  expect(plain.text).toContain("Results for “wallet”, most relevant first.");
  expect(
    plain
      .find("main")
      .find("field", /^Search/)
      .attribute("dir"),
  ).toBe("auto");
  await plain.goto("/forum?q=wallet&sort=new");
  expect(plain.text).toContain("Results for “wallet”, newest first.");
  await plain.goto("/forum?q=qqxxzzyyqq&category=ai");
  expect(plain.text).toContain("Nothing found for “qqxxzzyyqq”");
  await plain.follow("Search all posts");
  expect(plain.path).toBe("/forum?q=qqxxzzyyqq");
  expect(plain.findAll("link", "Search all posts")).toEqual([]);
  await plain.follow("Show all posts");
  expect(plain.path).toBe("/forum");
});

test("a visitor who arrives at a post, an article or a member's page sees how to join, with a link that returns there after signing up", async ({
  plain,
}) => {
  for (const path of ["/forum", "/news", "/u/mara_lindqvist"]) {
    await plain.goto(path);
    if (!path.startsWith("/u/")) await plain.follow(plain.find("article").find("heading").find("link"));
    const card = plain.find("aside", "Lattice");
    expect(card.text).toContain("A self-hosted community for crypto, AI and quantum technology.");
    expect(card.find("link", "Join Community").attribute("href")).toBe(
      `/auth?tab=register&next=${encodeURIComponent(plain.path)}`,
    );
  }
});

test("threads link back to their list and deep replies open on their own page", async ({
  page,
  plain,
  member: _,
  allowProblem,
}) => {
  await test.step("a post's back link opens the filtered list", async () => {
    allowProblem(/request failed: .*\.js csp$/);
    const title = `Opened from a list ${generateName()}`;
    const path = await createPost(page, { title, content: "Some text.", category: "quantum" });
    const listPath = "/forum?category=ai&sort=new";
    await page.goto(listPath);
    await waitUntilInteractive(page);
    await getPostCard(page, title).getByRole("link", { name: title }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    // Commenting reloads the page's data, which must not change the back link.
    await page.getByLabel("Write a comment").fill("A comment.");
    await page.getByRole("button", { name: "Post Comment" }).click();
    await expect(getToast(page, "Comment Posted")).toBeVisible();
    const forumLink = page
      .getByRole("navigation", { name: "Breadcrumb" })
      .getByRole("link", { name: "Forum" });
    await expect(forumLink).toHaveAttribute("href", listPath);
    await page.getByRole("link", { name: "Back to Forum" }).click();
    await expect(page).toHaveURL(/category=ai&sort=new$/);

    await plain.goto(path);
    expect(plain.find("navigation", "Breadcrumb").find("link", "Forum").attribute("href")).toBe("/forum");
    const response = await page.request.get(path, {
      headers: { Referer: new URL(`${listPath}&q=<b>`, page.url()).href },
    });
    expect(await response.text()).toContain('href="/forum?category=ai&amp;sort=new&amp;q=%3Cb%3E"');
    const otherSiteResponse = await page.request.get(path, {
      headers: { Referer: "https://elsewhere.test/forum?x" },
    });
    expect(await otherSiteResponse.text()).not.toContain("/forum?x");
  });

  await test.step("a reply below the deepest level shown opens on its own page", async () => {
    const path = await createPost(page, { title: `Deep ${generateName()}`, content: "Some text." });
    let parentId = "";
    for (let level = 1; level <= 6; level += 1) {
      const form = new URLSearchParams({ intent: "comment", content: `Level ${level}`, parentId });
      const { location = "" } = (await sendForm(page, path, form)).headers();
      parentId = /#comment-([\w-]+)/.exec(location)?.[1] ?? "";
    }
    await showScreen(page, path);
    await getComment(page, "Level 6").getByRole("link", { name: "Reply" }).click();
    await page.getByLabel(/^Reply to /).fill("Level 7, the deepest");
    await page.getByRole("button", { name: "Reply", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}/comments/${parentId}#comment-`));
    await expect(getComment(page, "Level 7, the deepest")).toBeInViewport();
  });
});

test("a comment can be collapsed with its replies, even without JavaScript, and its author's name stays a link", async ({
  plain,
  openContext,
  member,
  allowProblem,
}) => {
  allowProblem(/request failed: .*\.js csp$/);
  const path = await createPost(plain, { title: `Collapsed ${generateName()}`, content: "Some text." });
  const addComment = async (content: string, parentId: string) => {
    const form = new URLSearchParams({ intent: "comment", content, parentId });
    const { location = "" } = (await sendForm(plain, path, form)).headers();
    return /#comment-([\w-]+)/.exec(location)?.[1] ?? "";
  };
  const firstId = await addComment("The first comment", "");
  await addComment("A reply to it", firstId);
  await addComment("Another comment", "");
  const visitor = await (await openContext({ javaScriptEnabled: false })).newPage();
  await visitor.goto(path);
  const comment = visitor.locator(`#comment-${firstId}`);
  await comment.locator("summary").first().click();
  await expect(comment.getByText("The first comment")).toBeHidden();
  await expect(comment.getByText("A reply to it")).toBeHidden();
  await expect(comment.getByText("1 reply", { exact: true })).toBeVisible();
  await expect(comment.getByRole("link", { name: member.username })).toBeVisible();
  await expect(visitor.getByText("Another comment")).toBeVisible();
  await comment.locator("summary").first().click();
  await comment.locator("summary").last().click();
  await expect(comment.getByText("The first comment")).toBeVisible();
  await expect(comment.getByText("A reply to it")).toBeHidden();
});
