import { expect, test } from "./fixtures.ts";
import { createPost, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";

const MISSING_POST_PATH = "/forum/00000000-0000-4000-8000-000000000000";

test("an unknown URL shows the not-found page with status 404 and a link home", async ({ plain: page }) => {
  for (const path of ["/no/such/page", "/forumm", "/assets/gone.js", "/auth/v2"]) {
    await page.goto(path);
    expect([path, page.status]).toEqual([path, 404]);
    expect(page.text, path).toContain("Oops! Page not found");
    expect(page.find("link", "Return to Home").attribute("href")).toBe("/");
  }
});

test("the pages of missing posts and comments say what is missing, with status 404 and a link back", async ({
  plain: page,
  member: _,
}) => {
  const expectMissing = async (path: string, heading: string) => {
    await page.goto(path);
    expect([path, page.status]).toEqual([path, 404]);
    expect(page.find("h1").text).toBe(heading);
    expect(page.find("link", "Back to Forum").attribute("href")).toBe("/forum");
  };
  for (const path of [MISSING_POST_PATH, "/forum/not-an-id", "/forum/%00", "/forum/%F0%9F%92%A5"])
    await expectMissing(path, "Post Not Found");
  const path = await createPost(page, { title: `No such comment ${generateName()}`, content: "None." });
  await expectMissing(`${path}/comments/00000000-0000-4000-8000-000000000000`, "Comment not found");
});

test("a member sees no Edit link on someone else's post, and the server refuses to show its edit page", async ({
  plain,
  openContext,
  member,
}) => {
  const path = await createPost(plain, { title: `Mine ${member.username}`, content: "Hands off." });
  const otherPage = new PlainPage(await openContext());
  await createMember(otherPage.context());
  await otherPage.goto(path);
  expect(otherPage.findAll("link", "Edit")).toEqual([]);
  await otherPage.goto(`${path}/edit`);
  expect(otherPage.status).toBe(403);
  expect(otherPage.text).toContain("Only the author can change this.");
});

test("in the browser, a missing post shows the same message, and a deleted post is gone from the lists and its URL", async ({
  page,
  plain,
  member,
  allowProblem,
}) => {
  allowProblem(/status of 404 /);
  await page.goto("/forum");
  await waitUntilInteractive(page);
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, MISSING_POST_PATH);
  await expect(page.getByRole("heading", { name: "Post Not Found" })).toBeVisible();

  const title = `Soon gone ${member.username}`;
  const path = await createPost(page, { title, content: "Goodbye." });
  await page.goto(`${path}/edit`);
  await waitUntilInteractive(page);
  await page.locator("summary").getByText("Delete post", { exact: true }).click();
  await page
    .getByRole("dialog", { name: "Delete this post?" })
    .getByRole("button", { name: "Delete", exact: true })
    .click();
  await expect(page).toHaveURL(/\/forum$/);
  await expect(page.getByText("Post deleted")).toBeVisible();
  expect((await plain.goto(path)).status).toBe(404);
  await plain.goto(`/forum?q=${encodeURIComponent(title)}`);
  expect(plain.text).toContain("Nothing found for");
  expect(plain.findAll("link", title)).toEqual([]);
});
