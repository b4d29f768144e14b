import { expect, test } from "./fixtures.ts";
import { createPost, getPostCard, getPosts, getScore, getToast, sendForm } from "./forum.ts";
import { createMember, DEMO_ADMIN, generateName } from "./members.ts";

/** All tests here run without JavaScript: reading and forms work with HTML alone. */
test.use({ javaScriptEnabled: false });

// A browser with JavaScript disabled reports blocked scripts like this.
test.beforeEach(({ allowProblem }) => allowProblem(/request failed: .*\.js csp$/));

test("the home list is sorted, filtered and paged with links", async ({ page }) => {
  await page.goto("/");
  await expect(getPosts(page)).toHaveCount(10);
  // Sort by score, because other tests publish posts at the same time.
  await page.getByRole("navigation", { name: "Sort" }).getByRole("link", { name: "Top" }).click();
  await expect(page).toHaveURL(/\/\?sort=top$/);
  await expect(getPosts(page)).toHaveCount(10);
  const first = await getPosts(page).getByRole("heading").allTextContents();
  await page.getByRole("link", { name: "Load More Posts" }).click();
  await expect(page).toHaveURL(/after=/);
  await expect(getPosts(page)).toHaveCount(20);
  const second = await getPosts(page).getByRole("heading").allTextContents();
  expect(second).toHaveLength(20);
  expect(second.filter((title) => first.includes(title))).toEqual([]);
  await page.getByRole("link", { name: "Back to the start" }).click();
  await expect(page).not.toHaveURL(/after=/);
  await expect(getPosts(page)).toHaveCount(10);
  expect(await getPosts(page).getByRole("heading").allTextContents()).toEqual(first);
  await page.getByRole("main").getByRole("link", { name: "NFTs", exact: true }).click();
  await expect(page).toHaveURL(/category=nft/);
  for (const post of await getPosts(page).all()) await expect(post).toContainText("NFTs");
});

test("the forum is searched with its form, and everything from the header", async ({ page }) => {
  await page.goto("/forum?sort=top");
  await page.getByPlaceholder("Search posts...").fill("unconfirmed");
  await page.getByPlaceholder("Search posts...").press("Enter");
  await expect(page).toHaveURL(/q=unconfirmed/);
  await expect(page).toHaveURL(/sort=top/);
  await expect(page.getByRole("article").first()).toContainText(/unconfirmed/i);
  await page.getByPlaceholder("Search posts, news, users...").fill("unconfirmed");
  await page.getByPlaceholder("Search posts, news, users...").press("Enter");
  await expect(page).toHaveURL(/\/search\?q=unconfirmed$/);
  await expect(page.getByRole("article").first()).toContainText(/unconfirmed/i);
});

test("a post and its comments can be read, and a deep thread continues on its own page", async ({ page }) => {
  await createMember(page.context());
  const title = `A deep thread ${generateName()}`;
  const path = await createPost(page, { title, content: "Down we go." });
  let parentId = "";
  for (let depth = 1; depth <= 8; depth += 1) {
    const form = { intent: "comment", content: `Level ${depth} is here.`, parentId };
    const response = await sendForm(page, path, new URLSearchParams(form));
    parentId = /#comment-([\w-]+)/.exec(response.headers().location ?? "")?.[1] ?? "";
    expect(parentId).not.toBe("");
  }
  await page.context().clearCookies();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("Down we go.")).toBeVisible();
  await expect(page.getByText("Level 1 is here.")).toBeVisible();
  await expect(page.getByText("Level 8 is here.")).toHaveCount(0);
  await page.getByRole("link", { name: /^Show \d+ more/ }).click();
  await expect(page).toHaveURL(/\/comments\//);
  await expect(page.getByText("Level 8 is here.")).toBeVisible();
  await page.getByRole("link", { name: title }).first().click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test("the theme is changed with its form and persists", async ({ page }) => {
  await page.goto("/forum");
  await page.getByRole("button", { name: "Toggle theme" }).click();
  await page.getByRole("button", { name: "Light" }).click();
  await expect(page).toHaveURL(/\/forum$/);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("signing in, voting, commenting and signing out work with forms", async ({ page, allowProblem }) => {
  allowProblem(/status of 400 .*\/auth\?next=/);
  const title = `Forms alone ${generateName()}`;
  await createMember(page.context());
  const path = await createPost(page, { title, content: "Plain HTML." });
  await page.context().clearCookies();

  await page.goto(path);
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("Email", { exact: true }).fill(DEMO_ADMIN.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(DEMO_ADMIN.email);
  await page.getByLabel("Password").fill(DEMO_ADMIN.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByText("Welcome back!")).toBeVisible();

  const post = page.getByRole("article");
  await post.getByRole("button", { name: /^Upvote / }).click();
  await expect(page.getByText("Vote Recorded")).toBeVisible();
  await expect(getScore(post)).toHaveText("1");
  await post.getByRole("button", { name: /^Downvote / }).click();
  await expect(page.getByText("You've already voted on this post.")).toBeVisible();
  await expect(getScore(post)).toHaveText("1");

  await page.getByLabel("Write a comment").fill("Sent by a form.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(page.getByText("Comment Posted")).toBeVisible();
  await expect(page.getByText("Sent by a form.")).toBeVisible();
  await page.locator("li[id^=comment-]").getByRole("link", { name: "Reply" }).click();
  await page.getByLabel("Reply to admin").fill("A reply sent by a form.");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(page.getByText("A reply sent by a form.")).toBeVisible();

  await page.goto("/forum?sort=new");
  await getPostCard(page, title)
    .getByRole("button", { name: /^Upvote / })
    .click();
  await expect(getScore(getPostCard(page, title))).toHaveText("0");

  await page.getByRole("button", { name: "Account menu: admin" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
});

test("a member writes a post with the form: a tag, the preview, a draft, the post", async ({
  page,
  member,
}) => {
  const title = `Written without script ${generateName()}`;
  await page.goto("/create");
  await page.getByLabel("Title").fill(title);
  await page.getByRole("textbox", { name: "Content" }).fill("It has *emphasis*.");
  await page.getByLabel("Category").selectOption("defi");
  await page.getByLabel(/^Tags/).fill("  by hand ");
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("button", { name: "Remove tag by hand" })).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview" }).locator("em")).toHaveText("emphasis");
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(getToast(page, "Draft saved")).toBeVisible();
  await page.goto("/create");
  await page.getByRole("link", { name: `Resume ${title}` }).click();
  await expect(page.getByRole("textbox", { name: "Content" })).toHaveValue("It has *emphasis*.");
  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(page).toHaveURL(/\/forum$/);
  await expect(page.getByText("Your post has been submitted to the community")).toBeVisible();
  await page.goto("/forum?sort=new");
  await expect(getPostCard(page, title)).toContainText(member.username);
});

test("a visitor who comments or votes is asked to sign in, and the comment's text is preserved", async ({
  page,
  allowProblem,
}) => {
  allowProblem(/status of 401/);
  await page.goto("/forum");
  await page
    .getByRole("article")
    .first()
    .getByRole("button", { name: /^Upvote / })
    .click();
  await expect(page.getByText("Please sign in to vote on posts.")).toBeVisible();
  await page.goto("/forum?q=fee");
  await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
  await page.getByLabel("Write a comment").fill("A visitor's comment.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(page.getByText("Please sign in to comment.")).toBeVisible();
  await expect(page.getByLabel("Write a comment")).toHaveValue("A visitor's comment.");
  const path = new URL(page.url()).pathname;
  await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(path)}`);
});
