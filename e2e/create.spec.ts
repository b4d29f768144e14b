import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { createPost, findPost, getToast, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

async function openEditor(page: Page): Promise<void> {
  await page.goto("/create");
  await waitUntilInteractive(page);
}

test("the editor refuses incomplete and overlong posts, and its preview matches the published post", async ({
  page,
  plain,
  member: _,
}) => {
  await openEditor(page);
  await test.step("the page, its card, fields, categories and buttons have the specified wording", async () => {
    await expect(page.getByRole("heading", { name: "Share Your Knowledge" })).toBeVisible();
    await expect(
      page.getByText(
        "Create engaging content for the crypto, AI, and quantum tech community. Ask questions, share insights, or start meaningful discussions.",
      ),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: "Create New Post" })).toBeVisible();
    const options = page.getByLabel("Category").locator("option:not([value=''])");
    await expect(options).toHaveText([
      "Crypto Discussion",
      "Artificial Intelligence",
      "Quantum Computing",
      "DeFi",
      "NFTs",
      "Trading",
      "Technology",
      "News & Analysis",
    ]);
    expect(
      await options.evaluateAll((elements) =>
        elements.map((element) => (element as HTMLOptionElement).value),
      ),
    ).toEqual(["crypto", "ai", "quantum", "defi", "nft", "trading", "tech", "news"]);
    const content = page.getByRole("textbox", { name: "Content" });
    expect((await content.boundingBox())?.height).toBeGreaterThanOrEqual(200);
    await expect(page.getByText("0/5000 characters")).toBeVisible();
    await expect(page.getByRole("button", { name: "Save Draft" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Post to Community" })).toBeVisible();
  });

  const title = `Previewed ${generateName()}`;
  const text = "A *b* [c](https://example.org)\n\n```ts\nconst d = 1;\n```\n\n$x^2$ and | a table |";
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("ai");
  await page.getByRole("textbox", { name: "Content" }).fill(text);
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" }).locator(".prose");
  await expect(preview.locator("math")).toBeVisible();
  const previewHtml = await preview.innerHTML();

  await test.step("pressing the button twice creates only one post", async () => {
    await page.getByRole("button", { name: "Post to Community" }).dblclick();
    await expect(getToast(page, "Post Created!")).toBeVisible();
    await expect(page).toHaveURL(/\/forum$/);
    await plain.goto(`/forum?sort=new&q=${encodeURIComponent(title)}`);
    expect(plain.findAll("article", { text: title })).toHaveLength(1);
  });

  await test.step("the preview matches the published post", async () => {
    const { source } = await plain.goto(await findPost(plain, title));
    const publishedHtml = await page.evaluate((html) => {
      const post = new DOMParser().parseFromString(html, "text/html");
      return post.querySelector("article .prose")?.innerHTML;
    }, source);
    expect(publishedHtml).toBe(previewHtml);
  });

  await showScreen(page, "/create");
  await test.step("nothing is sent without a title, content or a category, and a toast asks for the required fields", async () => {
    const sentUrls: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && /\/create(\.data)?(\?|$)/.test(request.url()))
        sentUrls.push(request.url());
    });
    const submitButton = page.getByRole("button", { name: "Post to Community" });
    const expectRefusal = async () => {
      await submitButton.click();
      await expect(getToast(page, "Missing Information").last()).toContainText(
        "Please fill in all required fields",
      );
      await page.getByRole("button", { name: "Dismiss" }).last().click();
      await expect(getToast(page, "Missing Information")).toHaveCount(0);
    };
    await expectRefusal();
    await page.getByLabel("Title").fill("   ");
    await page.getByRole("textbox", { name: "Content" }).fill("   ");
    await page.getByLabel("Category").selectOption("tech");
    await expectRefusal();
    await page.getByLabel("Title").fill("A title");
    await expectRefusal();
    await page.getByRole("textbox", { name: "Content" }).fill("Some text.");
    await page.getByLabel("Category").selectOption("");
    await expectRefusal();
    await expect(page.getByLabel("Title")).toHaveValue("A title");
    expect(sentUrls).toEqual([]);
  });

  await test.step("tags are added with Enter or the button, trimmed, without duplicates, five at most, and can be removed", async () => {
    const box = page.getByRole("textbox", { name: /^Tags/ });
    const addButton = page.getByRole("button", { name: "Add", exact: true });
    const tags = page.getByRole("list", { name: "Tags" }).getByRole("listitem");
    await expect(addButton).toBeDisabled();
    await box.fill("   ");
    await expect(addButton).toBeDisabled();
    await box.fill("  one  ");
    await box.press("Enter");
    await expect(tags).toHaveText(["#one"]);
    await expect(box).toHaveValue("");
    await box.fill("one");
    await addButton.click();
    await expect(tags).toHaveText(["#one"]);
    for (const tag of ["two", "three", "four", "five"]) {
      await box.fill(tag);
      await addButton.click();
    }
    await expect(tags).toHaveCount(5);
    await box.fill("six");
    await expect(addButton).toBeDisabled();
    await box.press("Enter");
    await expect(tags).toHaveCount(5);
    await page.getByRole("button", { name: "Remove tag three" }).click();
    await expect(tags).toHaveText(["#one", "#two", "#four", "#five"]);
  });

  await test.step("the counter counts characters, and more than 5000 are refused without losing the text", async () => {
    const content = page.getByRole("textbox", { name: "Content" });
    await content.fill("ab🚀");
    await expect(page.getByText("3/5000 characters")).toBeVisible();
    await content.fill("x".repeat(5001));
    await expect(page.getByText("5001/5000 characters")).toBeVisible();
    await page.getByLabel("Title").fill(`Too long ${generateName()}`);
    await page.getByLabel("Category").selectOption("tech");
    await page.getByRole("button", { name: "Post to Community" }).click();
    await expect(getToast(page, "Error")).toContainText("Failed to create post: ");
    await expect(content).toHaveValue("x".repeat(5001));
    await expect(page).toHaveURL(/\/create/);
  });

  await test.step("similar posts are shown while the title is typed", async () => {
    await createPost(page, { title: "How do pangolin rollups batch their proofs", content: "Asked once." });
    await page.getByLabel("Title").fill("pangolin rollups proofs");
    await expect(
      page.getByRole("link", { name: /How do pangolin rollups batch their proofs/ }).first(),
    ).toBeVisible();
  });
});

test("a toast disappears after five seconds, even if another one appears in the meantime", async ({
  page,
  member: _,
}) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await openEditor(page);
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(getToast(page, "Nothing to save yet")).toBeVisible();
  await page.clock.runFor(3000);
  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(getToast(page, "Missing Information")).toBeVisible();
  await page.clock.runFor(2500);
  await expect(getToast(page, "Nothing to save yet")).toHaveCount(0);
  await expect(getToast(page, "Missing Information")).toBeVisible();
});

test("a draft preserves everything typed, and only its author can see it", async ({
  page,
  plain,
  openContext,
  member: _,
}) => {
  await openEditor(page);
  await test.step("text isn't lost when the page is left immediately", async () => {
    const title = `Left in a hurry ${generateName()}`;
    await page.getByLabel("Title").fill(title);
    await page.getByRole("textbox", { name: "Content" }).fill("Half a thought");
    await page.goto("about:blank");
    // The page that was left sent the draft, but nothing waits for the response.
    await expect.poll(async () => (await page.request.get("/create")).text()).toContain(title);
    await page.goto("/create");
    await page.getByRole("link", { name: `Resume ${title}` }).click();
    await expect(page.getByRole("textbox", { name: "Content" })).toHaveValue("Half a thought");
    await waitUntilInteractive(page);
  });

  await test.step("drafts can be saved and deleted, and aren't visible to others", async () => {
    await showScreen(page, "/create");
    const title = `A draft ${generateName()}`;
    await page.getByLabel("Title").fill(title);
    await page.getByRole("button", { name: "Save Draft" }).click();
    await expect(getToast(page, "Draft saved")).toBeVisible();
    await expect(page).toHaveURL(/\?draft=/);
    const url = page.url();
    const otherPage = new PlainPage(await openContext());
    await createMember(otherPage.context());
    await otherPage.goto(url);
    expect(otherPage.source).not.toContain(title);

    await showScreen(page, "/create");
    await page.getByRole("button", { name: `Delete ${title}` }).click();
    const deletionPromise = page.waitForResponse((response) => response.url().includes("/create/drafts"));
    await page
      .getByRole("dialog", { name: "Delete this draft?" })
      .getByRole("button", { name: "Delete", exact: true })
      .click();
    await expect(page.getByRole("link", { name: `Resume ${title}` })).toHaveCount(0);
    // The draft disappears before the response arrives.
    await deletionPromise;
    await plain.goto("/create");
    expect(plain.findAll("link", `Resume ${title}`)).toHaveLength(0);
  });
});

test("after publishing, Back leads to an empty editor and then to the page before it, and Forward returns", async ({
  page,
  member: _,
}) => {
  await page.goto("/news");
  await showScreen(page, "/create");
  const titleField = page.getByLabel("Title");
  await titleField.fill("مرحبا: Bitcoin!");
  // Text is aligned according to its script while it is typed, too.
  await expect(titleField).toHaveCSS("direction", "rtl");
  await titleField.fill(`Published ${generateName()}`);
  await page.getByLabel("Category").selectOption("ai");
  await page.getByRole("textbox", { name: "Content" }).fill("Saved as a draft, then published.");
  await expect(page).toHaveURL(/\/create\?draft=/);
  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(page).toHaveURL("/forum");

  await page.goBack();
  await expect(page).toHaveURL("/create");
  await expect(getToast(page, "Draft not found")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await page.goForward();
  await expect(page).toHaveURL("/forum");
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL("/news");
});

test("an author can edit a post, and the edit is shown", async ({ plain, member: _ }) => {
  const path = await createPost(plain, { title: `First wording ${generateName()}`, content: "Before." });
  await plain.goto(path);
  await plain.follow("Edit");
  expect(plain.find("field", "Content").value).toBe("Before.");
  await plain.submit("Save changes", { Content: "After." });
  expect(plain.path).toBe(path);
  expect(plain.find("article").find(".prose").text).toBe("After.");
  expect(plain.find("article").text).toMatch(/edited (just now|\d+s ago)/);
});
