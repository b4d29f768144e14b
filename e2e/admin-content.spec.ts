import { findIssuesAtWidths } from "./axe.ts";
import { addComment } from "./comments.ts";
import { ControlChecker } from "./controls.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName, signInAsAdmin } from "./members.ts";
import { showScreen } from "./screens.ts";

const ADMIN_PATHS = [
  ...["users", "content", "reports", "analytics", "settings", "log"].map((tab) => `/admin?tab=${tab}`),
  ...["comments", "articles", "sources"].map((kind) => `/admin?tab=content&kind=${kind}`),
  "/admin/content/sources/new",
  "/admin/newsletter",
  "/admin/outbox",
  "/admin/apps",
  "/admin/invitations",
  "/admin/branding",
];

test("an administrator pins a post, and its row shows the pin; content lists and the source form are accessible and fit the screen, and the controls of admin screens work", async ({
  page,
  plain,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  await createMember(page.context());
  const title = `Moderated ${generateName()}`;
  await createPost(plain, { title, content: "Text by a member." });
  await signInAsAdmin(page.context());
  const path = `/admin?tab=content&q=${encodeURIComponent(title)}`;
  await page.goto(path);
  await waitUntilInteractive(page);
  const row = page.getByRole("listitem").filter({ hasText: title });
  await row.getByRole("button", { name: `Pin: ${title}` }).click();
  await expect(row.getByText("Pinned", { exact: true })).toBeVisible();
  await expect(row.getByRole("button", { name: `Unpin: ${title}` })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Post pinned" })).toBeVisible();

  await test.step("a row's buttons stay where they are when one of them opens a form; only one form is open, and Escape closes it", async () => {
    const moveButton = row.locator("summary", { hasText: "Move" });
    const deleteButton = row.locator("summary", { hasText: "Delete" });
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const readPositions = () =>
        row.evaluate((element) =>
          [...element.querySelectorAll("summary")].map((summary) => {
            const { x, y } = summary.getBoundingClientRect();
            return { x, y: y - element.getBoundingClientRect().y };
          }),
        );
      const positions = await readPositions();
      await moveButton.click();
      await expect(row.getByLabel("Category")).toBeVisible();
      expect(await readPositions()).toEqual(positions);
      await deleteButton.click();
      await expect(row.getByText("You can restore it.")).toBeVisible();
      await expect(row.getByLabel("Category")).toBeHidden();
      expect(await readPositions()).toEqual(positions);
      await row.getByLabel("Reason").last().press("Escape");
      await expect(row.getByText("You can restore it.")).toBeHidden();
      await expect(deleteButton).toBeFocused();
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step("acting on a post that was just deleted shows a message", async () => {
    await plain.goto(path);
    await plain.submit("Delete");
    expect(plain.text).toContain("No matches.");
    await row.getByRole("button", { name: `Unpin: ${title}` }).click();
    await expect(page.getByRole("alert")).toHaveText("This post doesn't exist or was deleted.");
  });

  await test.step("the content lists and the source form are accessible and fit the screen", async () => {
    // Checking complete lists takes five times as long.
    for (const url of [
      "/admin?tab=content&q=wallet",
      "/admin?tab=content&kind=comments&q=wallet",
      "/admin?tab=content&kind=articles&q=bitcoin",
      "/admin?tab=content&kind=sources",
      "/admin/content/sources/new",
    ]) {
      await showScreen(page, url);
      await expect(page.getByText("No matches."), url).toHaveCount(0);
      expect(await findIssuesAtWidths(page), url).toEqual([]);
    }
  });

  await test.step("an unusable feed is reported at its field, and the form retains its values", async () => {
    await page.getByLabel("Name").fill("A source");
    await page.getByLabel("Feed URL").fill("http://127.0.0.1:9/feed");
    await page.getByRole("button", { name: "Test" }).click();
    await expect(page.getByLabel("Feed URL")).toHaveAccessibleDescription(/^We can't use this feed: /);
    await expect(page.getByLabel("Name")).toHaveValue("A source");
  });

  // Screens of visitors and members are covered by accessibility.spec.ts.
  await test.step("every control on the screens in ADMIN_PATHS works, and every link has a target", async () => {
    const controls = new ControlChecker(page);
    for (const screen of ADMIN_PATHS) {
      await showScreen(page, screen);
      await controls.read(screen);
    }
    expect(await controls.findProblems()).toEqual([]);
  });
});

test("an administrator pins, locks, moves, deletes and restores a post without JavaScript, and everything is logged", async ({
  plain,
}) => {
  await createMember(plain.context());
  const title = `Moderated ${generateName()}`;
  const path = await createPost(plain, { title, content: "Text by a member." });
  await signInAsAdmin(plain.context());
  await plain.goto(`/admin?tab=content&q=${encodeURIComponent(title)}`);
  const getRow = () => plain.find("listitem", { text: title });
  await plain.submit(`Pin: ${title}`);
  expect(getRow().text).toContain("Pinned");
  await plain.submit(`Unpin: ${title}`);
  expect(getRow().text).not.toContain("Pinned");
  await plain.submit(`Lock: ${title}`);
  expect(plain.text).toContain("This was recorded in the audit log.");
  expect(getRow().text).toContain("Locked");
  await plain.submit("Move", { Category: "quantum" });
  expect(plain.find("field", "Category").value).toBe("quantum");

  // The post's own page links to the same actions.
  await plain.goto(path);
  await plain.follow("Moderate");
  expect(plain.path).toMatch(/^\/admin\/content\/posts\//);
  await plain.submit("Delete", { Reason: "Off topic" });
  expect(plain.text).toContain("Deleted");
  expect((await plain.request.get(path)).status()).toBe(404);
  await plain.submit(`Restore: ${title}`);
  expect(plain.findAll("button", `Unlock: ${title}`)).toHaveLength(1);
  expect((await plain.request.get(path)).status()).toBe(200);

  await plain.goto("/admin?tab=log&kind=post");
  for (const text of ["pinned", "unpinned", "locked", "moved", "deleted", "restored"])
    plain.find("listitem", { text: `${text} ${title}` });
  expect(plain.text).toContain("“Off topic”");
});

test("an administrator edits a comment", async ({ plain }) => {
  await createMember(plain.context());
  const text = generateName("written");
  const path = await createPost(plain, { title: `Discussed ${generateName()}`, content: "Text." });
  await addComment(plain, path, text);
  await signInAsAdmin(plain.context());
  await plain.goto(`/admin?tab=content&kind=comments&q=${text}`);
  await plain.follow(plain.find("listitem", { text }).find("link", /^Edit: comment by /));
  await plain.submit("Save", { Comment: `Edited by an admin ${text}` });
  expect(plain.path).toContain("kind=comments");
  expect(plain.find("listitem", { text: `Edited by an admin ${text}` }).text).toContain("edited");
});

test("an unusable source is refused, and the form retains its values", async ({ plain }) => {
  await signInAsAdmin(plain.context());
  await plain.goto("/admin/content/sources/new");
  for (const [url, message] of [
    ["", "Enter the feed URL."],
    ["http://127.0.0.1:9/feed", "We can't use this feed: "],
  ] as const)
    for (const button of ["Test", "Add source"]) {
      await plain.submit(button, { Name: "A source", "Feed URL": url });
      expect(plain.text).toContain(message);
      expect(plain.find("field", "Name").value).toBe("A source");
    }
  await plain.goto("/admin?tab=content&kind=sources");
  expect(plain.text).not.toContain("A source");
});
