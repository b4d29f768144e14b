import { expect, test } from "./fixtures.ts";
import { createPost, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";

const NO_POST = "/forum/00000000-0000-4000-8000-000000000000";

test("an unknown URL shows the not-found page with status 404 and a link home", async ({
  page,
  allowProblem,
}) => {
  allowProblem(/status of 404 /);
  for (const path of ["/no/such/page", "/forumm", "/assets/gone.js", "/auth/v2"]) {
    await test.step(path, async () => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page.getByText("Oops! Page not found")).toBeVisible();
      await waitUntilInteractive(page);
      await page.getByRole("link", { name: "Return to Home" }).click();
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByRole("article").first()).toBeVisible();
    });
  }
});

test("missing posts and comments show what is missing, with status 404 and a link back", async ({
  page,
  allowProblem,
  member: _,
}) => {
  await test.step("a missing post shows Post Not Found with status 404 and a link back", async () => {
    allowProblem(/status of 404 /);
    for (const path of [NO_POST, "/forum/not-an-id", "/forum/%00", "/forum/%F0%9F%92%A5"]) {
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(404);
        await expect(page.getByRole("heading", { name: "Post Not Found" })).toBeVisible();
        await waitUntilInteractive(page);
        await page.getByRole("link", { name: "Back to Forum" }).click();
        await expect(page).toHaveURL(/\/forum$/);
      });
    }
  });

  await test.step("a client-side navigation to a missing post shows the same message", async () => {
    allowProblem(/status of 404 /);
    await page.goto("/forum");
    await waitUntilInteractive(page);
    await page.evaluate((path) => {
      const link = document.querySelector<HTMLAnchorElement>("article h3 a");
      link?.setAttribute("href", path);
      history.pushState(null, "", path);
      window.dispatchEvent(new PopStateEvent("popstate"));
    }, NO_POST);
    await expect(page.getByRole("heading", { name: "Post Not Found" })).toBeVisible();
  });

  await test.step("a missing comment's page says so and links back", async () => {
    allowProblem(/status of 404 /);
    const path = await createPost(page, { title: `No such comment ${generateName()}`, content: "None." });
    const response = await page.goto(`${path}/comments/00000000-0000-4000-8000-000000000000`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Comment not found");
    await expect(page.getByRole("link", { name: "Back to Forum" })).toBeVisible();
  });
});

test("only authors edit and delete their posts", async ({ page, member, openContext, allowProblem }) => {
  await test.step("only the author can edit a post; the server refuses others too", async () => {
    allowProblem(/status of 403 /);
    const path = await createPost(page, { title: `Mine ${member.username}`, content: "Hands off." });
    const otherPage = await (await openContext()).newPage();
    await createMember(otherPage.context());
    await otherPage.goto(path);
    await expect(otherPage.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
    const response = await otherPage.goto(`${path}/edit`);
    expect(response?.status()).toBe(403);
    await expect(otherPage.getByText("Only the author can change this.")).toBeVisible();
  });

  await test.step("a deleted post is gone from the lists and its URL", async () => {
    allowProblem(/status of 404 /);
    const title = `Soon gone ${member.username}`;
    const path = await createPost(page, { title, content: "Goodbye." });
    await page.goto(path);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}/edit$`));
    await waitUntilInteractive(page);
    await page.locator("summary").getByText("Delete post", { exact: true }).click();
    await page
      .getByRole("dialog", { name: "Delete this post?" })
      .getByRole("button", { name: "Delete", exact: true })
      .click();
    await expect(page).toHaveURL(/\/forum$/);
    await expect(page.getByText("Post deleted")).toBeVisible();
    expect((await page.goto(path))?.status()).toBe(404);
    await page.goto(`/forum?q=${encodeURIComponent(title)}`);
    await expect(page.getByRole("link", { name: title, exact: true })).toHaveCount(0);
  });
});
