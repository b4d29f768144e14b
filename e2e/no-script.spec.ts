import { expect, test } from "./fixtures.ts";
import { createPost, getPostCard, getScore, sendForm } from "./forum.ts";
import { createMember, DEMO_ADMIN, generateName } from "./members.ts";

/** Reading and forms work with HTML alone. */

test("the list of posts on the home page is sorted, filtered and paged with links", async ({ plain }) => {
  const findPosts = () =>
    plain
      .findAll("article")
      .filter((article) =>
        article.findAll("link").some((link) => link.attribute("href")?.startsWith("/forum/")),
      );
  const findTitles = () => findPosts().map((post) => post.find("heading").text);
  await plain.goto("/");
  expect(findPosts()).toHaveLength(10);
  // Sort by score, because other tests publish posts at the same time.
  await plain.follow(plain.find("navigation", "Sort").find("link", "Top"));
  expect(plain.path).toBe("/?sort=top");
  const firstTitles = findTitles();
  expect(firstTitles).toHaveLength(10);
  await plain.follow("Load More Posts");
  expect(plain.path).toContain("after=");
  const nextTitles = findTitles();
  expect(nextTitles).toHaveLength(20);
  expect(nextTitles.filter((title) => firstTitles.includes(title))).toEqual([]);
  await plain.follow("Back to the start");
  expect(plain.path).not.toContain("after=");
  expect(findTitles()).toEqual(firstTitles);
  await plain.follow(plain.find("main").find("link", "NFTs"));
  expect(plain.path).toContain("category=nft");
  expect(findPosts()).not.toEqual([]);
  for (const post of findPosts()) expect(post.text).toContain("NFTs");
});

test("a post and its comments can be read, a deep thread continues on its own page, and a refused deletion is explained there", async ({
  plain,
  member: _,
}) => {
  const title = `A deep thread ${generateName()}`;
  const path = await createPost(plain, { title, content: "Down we go." });
  const ids = [""];
  for (let depth = 1; depth <= 9; depth += 1) {
    const form = { intent: "comment", content: `Level ${depth} is here.`, parentId: ids.at(-1) ?? "" };
    const response = await sendForm(plain, path, new URLSearchParams(form));
    ids.push(/#comment-([\w-]+)/.exec(response.headers().location ?? "")?.[1] ?? "");
    expect(ids.at(-1)).not.toBe("");
  }
  await plain.goto(`${path}/comments/${ids[8]}`);
  await sendForm(plain, path, new URLSearchParams({ intent: "delete", commentId: ids[9] ?? "" }));
  await plain.context().clearCookies({ name: "lattice-notice" });
  await plain.submit(
    plain.findAll("listitem", { text: "Level 9 is here." }).at(-1)?.find("button", "Delete") ?? "",
  );
  expect(plain.notice).toContain("This comment doesn't exist or was deleted.");
  expect(plain.text).toContain("Level 8 is here.");
  expect(plain.text).not.toContain("Level 9 is here.");
  await plain.context().clearCookies();
  await plain.goto(path);
  expect(plain.find("h1").text).toBe(title);
  for (const text of ["Down we go.", "Level 1 is here."]) expect(plain.text).toContain(text);
  expect(plain.text).not.toContain("Level 8 is here.");
  await plain.follow(plain.find("link", /^Show \d+ more/));
  expect(plain.path).toContain("/comments/");
  expect(plain.text).toContain("Level 8 is here.");
  await plain.follow(plain.find("link", title));
  expect(plain.path).toBe(path);
});

test("with the form alone, a member adds a tag to a post, previews it, saves it as a draft and publishes it", async ({
  plain,
  member,
}) => {
  const title = `Written without script ${generateName()}`;
  const press = (name: string, inputs = {}) => plain.submit(plain.find("button", name), inputs);
  await plain.goto("/create");
  await press("Add", { Title: title, Content: "It has *emphasis*.", Category: "defi", Tags: "  by hand " });
  expect(plain.findAll("button", "Remove tag by hand")).toHaveLength(1);
  await press("Preview");
  expect(plain.find("region", "Preview").find("em").text).toBe("emphasis");
  await press("Save Draft");
  expect(plain.notice).toContain("Draft saved");
  await plain.goto("/create");
  await plain.follow(plain.find("link", `Resume ${title}`));
  expect(plain.find("field", "Content").value).toBe("It has *emphasis*.");
  await press("Post to Community");
  expect(plain.path).toBe("/forum");
  expect(plain.text).toContain("Your post has been submitted to the community");
  await plain.goto("/forum?sort=new");
  expect(plain.find("article", { text: title }).text).toContain(member.username);
});

test("a visitor who comments or votes is asked to sign in, and the comment's text is preserved", async ({
  plain,
}) => {
  await plain.goto("/forum");
  await plain.submit(plain.find("article").find("button", /^Upvote /));
  expect(plain.text).toContain("Please sign in to vote on posts.");
  await plain.goto("/forum?q=fee");
  await plain.follow(plain.find("article").find("heading").find("link"));
  const { path } = plain;
  await plain.submit("Post Comment", { "Write a comment": "A visitor's comment." });
  expect(plain.status).toBe(401);
  expect(plain.text).toContain("Please sign in to comment.");
  expect(plain.find("field", "Write a comment").value).toBe("A visitor's comment.");
  expect(plain.find("main").find("link", "Sign In").attribute("href")).toBe(
    `/auth?next=${encodeURIComponent(path)}`,
  );
});

/** Forms of each kind, sent by the browser itself. Other tests send forms with requests (e2e/plain-page.ts). */
test.describe("in a browser with JavaScript disabled", () => {
  test.use({ javaScriptEnabled: false });

  test("searching, changing the theme, signing in, voting, commenting and signing out work with forms", async ({
    page,
    allowProblem,
  }) => {
    // Blocked scripts are reported like this.
    allowProblem(/request failed: .*\.js csp$/);
    allowProblem(/status of 400 .*\/auth\?next=/);
    const title = `Forms alone ${generateName()}`;
    await createMember(page.context());
    const path = await createPost(page, { title, content: "Plain HTML." });
    await page.context().clearCookies();

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
    await page.getByRole("button", { name: "Toggle theme" }).click();
    await page.getByRole("button", { name: "Light" }).click();
    await expect(page).toHaveURL(/\/search\?q=unconfirmed$/);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");

    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    await page.getByLabel("Email", { exact: true }).fill(DEMO_ADMIN.email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByText("Invalid login credentials")).toBeVisible();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(DEMO_ADMIN.email);
    await expect(page.getByLabel("Password")).toBeFocused();
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
});
