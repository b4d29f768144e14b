import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, waitUntilInteractive } from "./forum.ts";
import { startOwnProgram } from "./global-setup.ts";
import { createMember, generateName, signInAsAdmin } from "./members.ts";

test("an administrator pins, locks, moves, deletes and restores a post, and everything is logged", async ({
  page,
}) => {
  await createMember(page.context());
  const title = `Moderated ${generateName()}`;
  const path = await createPost(page, { title, content: "Text of a member." });
  await signInAsAdmin(page.context());
  await page.goto(`/admin?tab=content&q=${encodeURIComponent(title)}`);
  await waitUntilInteractive(page);
  const row = page.getByRole("listitem").filter({ hasText: title });
  const toast = page.getByRole("status").filter({ hasText: "Post pinned" });

  await row.getByRole("button", { name: `Pin: ${title}` }).click();
  await expect(row.getByText("Pinned", { exact: true })).toBeVisible();
  await expect(toast).toBeVisible();
  await row.getByRole("button", { name: `Unpin: ${title}` }).click();
  await expect(row.getByText("Pinned", { exact: true })).toHaveCount(0);
  await row.getByRole("button", { name: `Lock: ${title}` }).click();
  await expect(row.getByText("Locked", { exact: true })).toBeVisible();
  await row.getByLabel(`Move: ${title}`).click();
  await row.getByLabel("Category").selectOption("quantum");
  await row.getByRole("button", { name: "Move", exact: true }).click();
  await expect(row.getByText("Quantum Computing").first()).toBeVisible();

  // The post's own page links to the same actions.
  await page.goto(path);
  await page.getByRole("link", { name: "Moderate" }).click();
  await expect(page).toHaveURL(/\/admin\/content\/posts\//);
  await waitUntilInteractive(page);
  await page.getByLabel(`Delete: ${title}`).click();
  await page.getByLabel("Reason").last().fill("Off topic");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Deleted", { exact: true })).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(404);
  await page.getByRole("button", { name: `Restore: ${title}` }).click();
  await expect(page.getByRole("button", { name: `Unlock: ${title}` })).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(200);

  await page.goto("/admin?tab=log&kind=post");
  for (const text of ["pinned", "unpinned", "locked", "moved", "deleted", "restored"])
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: `${text} ${title}` })
        .first(),
    ).toBeVisible();
  await expect(page.getByText("“Off topic”").first()).toBeVisible();
});

test("acting on a post that was just deleted shows a message", async ({ page, allowProblem }) => {
  allowProblem(/status of 4\d\d /);
  await createMember(page.context());
  const title = `Raced ${generateName()}`;
  await createPost(page, { title, content: "Text of a member." });
  await signInAsAdmin(page.context());
  const url = `/admin?tab=content&q=${encodeURIComponent(title)}`;
  await page.goto(url);
  await waitUntilInteractive(page);
  const otherTab = await page.context().newPage();
  await otherTab.goto(url);
  await waitUntilInteractive(otherTab);
  await otherTab.getByLabel(`Delete: ${title}`).click();
  await otherTab.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(otherTab.getByText("No matches.")).toBeVisible();
  await otherTab.close();
  await page.getByRole("button", { name: `Pin: ${title}` }).click();
  await expect(page.getByRole("alert")).toHaveText("This post doesn't exist or was deleted.");
});

test("comments and articles are edited, hidden and unhidden", async ({ openContext }) => {
  // A dedicated site, because other tests need the unchanged samples.
  const program = await startOwnProgram({ DEMO: "on", AUTH_RATE_LIMITS: "off" });
  const page = await (await openContext({ baseURL: program.url })).newPage();
  try {
    await signInAsAdmin(page.context(), program.url);
    await page.goto("/admin?tab=content&kind=comments");
    await waitUntilInteractive(page);
    await page
      .getByRole("link", { name: /^Edit: by / })
      .first()
      .click();
    const text = `Edited by an admin ${generateName()}`;
    await page.getByLabel("Comment", { exact: true }).fill(text);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL(/kind=comments/);
    await expect(page.getByRole("listitem").filter({ hasText: text })).toContainText("edited");

    await page.getByRole("link", { name: "Articles" }).click();
    await waitUntilInteractive(page);
    const edit = page.locator('a[href^="/admin/content/articles/"]').first();
    const path = (await edit.getAttribute("href"))?.replace("/admin/content/articles", "/news") ?? "";
    await edit.click();
    const title = `A better title ${generateName()}`;
    await page.getByLabel("Title", { exact: true }).fill(title);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: `Hide: ${title}` }).click();
    await expect(page.getByRole("listitem").filter({ hasText: title })).toHaveCount(0);
    expect((await page.request.get(path)).status()).toBe(404);
    await page.getByRole("link", { name: "Hidden" }).click();
    await page.getByRole("button", { name: `Unhide: ${title}` }).click();
    await expect(page.getByRole("listitem").filter({ hasText: title })).toHaveCount(0);
    expect(await (await page.request.get(path)).text()).toContain(title);
  } finally {
    // Close the page first: it may still be loading.
    await page.close();
    await program.stop();
  }
});

test("an unusable source is rejected, and the form keeps its values", async ({ page, allowProblem }) => {
  allowProblem(/status of 4\d\d /);
  await signInAsAdmin(page.context());
  await page.goto("/admin/content/sources/new");
  await waitUntilInteractive(page);
  await page.getByLabel("Name").fill("A source");
  await page.getByLabel("Feed URL").fill("http://127.0.0.1:9/feed");
  await page.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText(/^We can't use this feed: /)).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("A source");
  await page.getByRole("button", { name: "Add source" }).click();
  await expect(page.getByText(/^We can't use this feed: /)).toBeVisible();
  await page.goto("/admin?tab=content&kind=sources");
  await expect(page.getByText("A source", { exact: true })).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a post is locked and deleted, and an invalid source form keeps its values", async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/request failed: .*\.js csp$/);
    allowProblem(/status of 422 /);
    await createMember(page.context());
    const title = `Plain ${generateName()}`;
    await createPost(page, { title, content: "Text of a member." });
    await signInAsAdmin(page.context());
    await page.goto(`/admin?tab=content&q=${encodeURIComponent(title)}`);
    await page.getByRole("button", { name: `Lock: ${title}` }).click();
    await expect(page.getByText("This was recorded in the audit log.")).toBeVisible();
    await expect(page.getByText("Locked", { exact: true }).first()).toBeVisible();
    await page.getByLabel(`Delete: ${title}`).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("No matches.")).toBeVisible();

    await page.goto("/admin/content/sources/new");
    await page.getByLabel("Name").fill("A source");
    await page.getByRole("button", { name: "Add source" }).click();
    await expect(page.getByText("Enter the feed URL.")).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("A source");
  });
});

test("every list and form is accessible and fits its screen", async ({ openContext }) => {
  const context = await openContext();
  await signInAsAdmin(context);
  const page = await context.newPage();
  for (const url of [
    "/admin?tab=content",
    "/admin?tab=content&kind=comments",
    "/admin?tab=content&kind=articles",
    "/admin?tab=content&kind=sources",
    "/admin/content/sources/new",
  ]) {
    await page.goto(url);
    await waitUntilInteractive(page);
    expect(await findIssuesAtWidths(page), url).toEqual([]);
  }
});
