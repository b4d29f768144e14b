import { expect, test } from "./fixtures.ts";
import { createPost, findPost, getComment, getToast, sendForm, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

const LOCKED_POST_TITLE = 'Payment "unconfirmed" for two days. Is it gone?';

test("a post's page and its raw HTML describe the post", async ({ plain, member, baseURL }) => {
  await test.step("a post's page has a breadcrumb, a back link, and the post's author, age, category, tags and comment count", async () => {
    const title = `Everything in place ${generateName()}`;
    const path = await createPost(plain, {
      title,
      content: "First line\nsecond line\n\nNext paragraph.",
      category: "defi",
      tags: ["alpha", "beta"],
    });
    await plain.goto(path);
    const breadcrumb = plain.find("navigation", "Breadcrumb");
    expect(breadcrumb.findAll("listitem").map(({ text }) => text)).toEqual(["Home", "Forum", title]);
    expect(breadcrumb.find("link", "Forum").attribute("href")).toBe("/forum");
    expect(plain.find("link", "Back to Forum").attribute("href")).toBe("/forum");
    const post = plain.find("article");
    expect(post.find("time").text).toMatch(/^(just now|\d+s ago)$/);
    for (const text of [member.username, "DeFi", "0 comments"]) expect(post.text).toContain(text);
    expect(
      post
        .find("list", "Tags")
        .findAll("listitem")
        .map(({ text }) => text),
    ).toEqual(["#alpha", "#beta"]);
    expect(plain.source).toMatch(/<p>First line<br\s*\/?>\s*second line<\/p>\s*<p>Next paragraph\.<\/p>/);
  });

  await test.step("a post's raw HTML has its text, title, canonical URL and Open Graph tags", async () => {
    const title = `Shared "everywhere" & <kept> ${generateName()}`;
    const path = await createPost(plain, { title, content: "The *first* words of it." });
    const html = await (await plain.request.get(path)).text();
    const readMeta = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`)
        .exec(html)?.[1]
        ?.replaceAll("&quot;", '"')
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&amp;", "&");
    expect(readMeta("og:title")).toBe(title);
    expect(readMeta("og:type")).toBe("article");
    expect(readMeta("og:url")).toBe(`${baseURL}${path}`);
    expect(readMeta("og:description")).toContain("The first words of it.");
    expect(readMeta("article:author")).toBe(member.username);
    expect(html).toContain(`<link rel="canonical" href="${baseURL}${path}"`);
    expect(html.includes("The <em>first</em> words of it.")).toBe(true);
    expect(/<title>[^<]*Shared/.test(html)).toBe(true);
  });
});

test("comments are posted, ordered and voted on, and a comment being typed survives until it is posted or the user signs out", async ({
  page,
  plain,
  member: _,
  allowProblem,
}) => {
  const path = await createPost(page, { title: `Half a comment ${generateName()}`, content: "Some text." });
  const box = page.getByRole("textbox", { name: "Write a comment" });
  await page.goto(path);
  await waitUntilInteractive(page);

  await test.step("a comment being typed survives a reload and navigation until it is posted", async () => {
    await box.fill("Half a thought");
    await page.reload();
    await expect(box).toHaveValue("Half a thought");
    await waitUntilInteractive(page);
    await page.getByRole("link", { name: "Back to Forum" }).click();
    await expect(page).toHaveURL(/\/forum$/);
    await page.goBack();
    await expect(box).toHaveValue("Half a thought");
    await box.fill("A whole thought");
    await page.getByRole("button", { name: "Post Comment" }).click();
    await expect(getComment(page, "A whole thought")).toBeVisible();
    await showScreen(page, "/terms");
    await showScreen(page, path);
    await expect(box).toHaveValue("");
  });

  await test.step("a printout has the post's URL, text and comments, in black, and no controls", async () => {
    const url = page.locator("[rel=canonical]");
    await page.emulateMedia({ media: "print" });
    for (const part of [url, page.getByText("Some text."), getComment(page, "A whole thought")])
      await expect(part).toBeVisible();
    for (const name of ["Share", "Reply"]) await expect(page.getByText(name, { exact: true })).toBeHidden();
    for (const part of [page.getByRole("banner"), box]) await expect(part).toBeHidden();
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(0, 0, 0)");
    await page.emulateMedia({ media: "screen" });
    await expect(url).toBeHidden();
  });

  await test.step("a vote's response that arrives during a navigation doesn't cancel the navigation", async () => {
    const path = await createPost(page, {
      title: `Both at once ${generateName()}`,
      content: "Vote, then sort.",
    });
    for (const content of ["Earlier words.", "Later words."]) {
      await sendForm(page, path, new URLSearchParams({ intent: "comment", content, parentId: "" }));
    }
    await showScreen(page, path);
    const sortRequested = Promise.withResolvers<void>();
    const voteConfirmed = Promise.withResolvers<void>();
    await page.route("**/vote.data*", async (route) => {
      await sortRequested.promise;
      await route.continue();
    });
    await page.route(
      `**${path}.data?*sort=old*`,
      async (route) => {
        sortRequested.resolve();
        await voteConfirmed.promise;
        // The router has aborted this request if the vote's response made it reload the page.
        await route.continue().catch(() => {});
      },
      { times: 1 },
    );
    const responsePromise = page.waitForResponse("**/vote.data*");
    await getComment(page, "Later words.")
      .getByRole("button", { name: /^Upvote / })
      .click();
    const sortNavigation = page.getByRole("navigation", { name: "Sort comments" });
    await sortNavigation.getByRole("link", { name: "Old" }).click();
    await responsePromise;
    await expect(getToast(page, "Vote Recorded")).toBeVisible();
    voteConfirmed.resolve();
    await expect(sortNavigation.locator("[aria-current=page]")).toHaveText("Old");
    await expect(page.locator("li[id^=comment-] .prose")).toHaveText(["Earlier words.", "Later words."]);
  });

  await test.step("comments can't be blank, and are ordered and voted on", async () => {
    const path = await createPost(page, { title: `Orders ${generateName()}`, content: "Order, please." });
    await test.step("posting a blank comment sends nothing and shows no message", async () => {
      await showScreen(page, path);
      const sentPaths: string[] = [];
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (request.method() === "POST" && [path, `${path}.data`].includes(pathname))
          sentPaths.push(pathname);
      });
      await box.fill("   ");
      await page.getByRole("button", { name: "Post Comment" }).click();
      await expect(page.getByRole("region", { name: "Messages" }).locator("[role]")).toHaveCount(0);
      await expect(page.getByText("No comments yet. Be the first to comment!")).toBeVisible();
      // If the blank comment were sent, its request would come before this comment's.
      await box.fill("Oldest word.");
      await page.getByRole("button", { name: "Post Comment" }).click();
      await expect(getComment(page, "Oldest word.")).toBeVisible();
      expect(sentPaths).toHaveLength(1);
    });

    await test.step("comments can be sorted by New, Best and Old, and a second upvote undoes the first", async () => {
      for (const content of ["Middle word.", "Newest word."]) {
        await sendForm(page, path, new URLSearchParams({ intent: "comment", content, parentId: "" }));
      }
      await showScreen(page, path);
      const readComments = () => page.locator("li[id^=comment-] .prose").allInnerTexts();
      expect(await readComments()).toEqual(["Newest word.", "Middle word.", "Oldest word."]);
      const middleComment = getComment(page, "Middle word.");
      // The toast of an earlier vote may still be visible.
      const responsePromise = page.waitForResponse("**/vote.data*");
      await middleComment.getByRole("button", { name: /^Upvote / }).click();
      await expect(middleComment.getByLabel("Score")).toHaveText("1");
      expect((await responsePromise).ok()).toBe(true);
      const sortNavigation = page.getByRole("navigation", { name: "Sort comments" });
      await sortNavigation.getByRole("link", { name: "Best" }).click();
      await expect(sortNavigation.locator("[aria-current=page]")).toHaveText("Best");
      expect((await readComments())[0]).toBe("Middle word.");
      await middleComment.getByRole("button", { name: /^Upvote / }).click();
      await expect(middleComment.getByLabel("Score")).toHaveText("0");
      await sortNavigation.getByRole("link", { name: "Old" }).click();
      await expect(sortNavigation.locator("[aria-current=page]")).toHaveText("Old");
      expect(await readComments()).toEqual(["Oldest word.", "Middle word.", "Newest word."]);
    });
  });

  await test.step("the field of a comment that is too long regains focus, and a comment is created only once even if the response is lost", async () => {
    allowProblem(/status of 422 /);
    allowProblem(/request failed: .*\.data/);
    allowProblem(/Failed to load resource: net::ERR_CONNECTION_RESET/);
    const path = await createPost(page, { title: `Lost ${generateName()}`, content: "Some text." });
    await showScreen(page, path);
    await box.evaluate((element) => element.removeAttribute("maxlength"));
    await box.fill("w".repeat(5001));
    await page.getByRole("button", { name: "Post Comment" }).click();
    await expect(box).toHaveAccessibleDescription(/A comment can have at most 5000 characters/);
    await expect(box).toBeFocused();

    // The comment is created, but the response is lost.
    await page.route(
      /\/forum\/[^/]+\.data/,
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await box.fill("Only once.");
    await box.press("Control+Enter");
    await expect(getToast(page, "No connection")).toBeVisible();
    await expect(box).toHaveValue("Only once.");
    await page.getByRole("button", { name: "Post Comment" }).click();
    await expect(box).toHaveValue("");
    await plain.goto(path);
    expect(plain.findAll("listitem", { text: "Only once." })).toHaveLength(1);
  });

  await test.step("a comment being typed is removed when the user signs out", async () => {
    await showScreen(page, path);
    await box.fill("Not for others to see");
    await page.getByRole("button", { name: /^Account menu: / }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
    await showScreen(page, "/terms");
    await showScreen(page, path);
    await expect(box).toHaveValue("");
  });
});

test("a locked post says so, has no comment form, and can be shared like any other", async ({
  page,
  plain,
  member: _,
  context,
}) => {
  const path = await findPost(page, LOCKED_POST_TITLE);
  await test.step("a locked post says so, has no comment form, and the server refuses comments", async () => {
    await plain.goto(path);
    expect(plain.text).toContain("This post is locked. No new comments can be added.");
    expect(plain.find("article").text).toContain("Locked");
    expect(plain.findAll("button", "Post Comment")).toEqual([]);
    expect(plain.findAll("link", /^Reply/)).toEqual([]);
    const form = new URLSearchParams({ intent: "comment", content: "Past the lock.", parentId: "" });
    const response = await sendForm(plain, path, form);
    expect(response.status()).toBe(409);
    expect((await plain.goto(path)).text).not.toContain("Past the lock.");
  });

  await test.step("Share copies the post's link on devices without a share sheet", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`${path}?sort=old`);
    await waitUntilInteractive(page);
    await page.evaluate(() =>
      Object.defineProperty(navigator, "share", { configurable: true, value: undefined }),
    );
    await page.getByRole("button", { name: "Share" }).click();
    await expect(getToast(page, "Link copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      new RegExp(`^http://.*${path}$`),
    );
  });

  await test.step("Share opens the device's share sheet", async () => {
    await page.evaluate(() => {
      const shared: unknown[] = [];
      const share = async (data: unknown) => void shared.push(data);
      Object.assign(window, { shared });
      Object.defineProperty(navigator, "share", { configurable: true, value: share });
    });
    await page.getByRole("button", { name: "Share" }).click();
    const shared = await page.evaluate(
      () => (window as unknown as { shared: { title: string; url: string }[] }).shared,
    );
    expect(shared).toEqual([{ title: LOCKED_POST_TITLE, url: expect.stringContaining(path) }]);
  });
});

test("a visitor who votes or comments is asked to sign in, and the comment's text is preserved", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 401 /);
  const author = new PlainPage(await openContext());
  const { email, password } = await createMember(author.context());
  const path = await createPost(author, { title: `For visitors ${generateName()}`, content: "Come in." });
  await page.goto(path);
  await waitUntilInteractive(page);
  await page
    .getByRole("article")
    .getByRole("button", { name: /^Upvote / })
    .click();
  const toast = getToast(page, "Authentication Required");
  await expect(toast).toContainText("Please sign in to vote on posts.");
  await expect(toast).toHaveAttribute("role", "alert");
  await expect(page.getByRole("article").getByLabel("Score")).toHaveText("0");
  await page.getByLabel("Write a comment").fill("A carefully written comment.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(page).toHaveURL(/\/auth\?next=/);
  await expect(getToast(page, "Authentication Required").last()).toContainText("Please sign in to comment.");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email", { exact: true }).fill(email);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByLabel("Write a comment")).toHaveValue("A carefully written comment.");
});
