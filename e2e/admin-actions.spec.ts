import type { Page } from "@playwright/test";
import { createUser } from "./accounts.ts";
import { expect, sendAdminForm, signIn, test } from "./administration.ts";
import { getComment, getToast, waitUntilInteractive } from "./forum.ts";
import type { Site } from "./site.ts";

/** Creates a post as the page's member and returns its path. */
async function writePost(page: Page, site: Site, title: string): Promise<string> {
  const fields = { intent: "post", title, content: "Text of a member.", category: "tech" };
  expect((await sendAdminForm(page, site, "/create", fields)).status()).toBe(302);
  const html = await (await page.request.get("/forum?sort=new")).text();
  return new RegExp(`href="(/forum/[0-9a-f-]{36})"[^>]*>${title}<`).exec(html)?.[1] ?? "";
}

const MISSING_ID = "00000000-0000-4000-8000-000000000000";

test("every admin form sent by a visitor or a member is refused and does nothing", async ({
  page,
  site,
  user,
  runStatement,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  const author = await createUser(site);
  await signIn(site, page.context(), author);
  const path = await writePost(page, site, "Left alone");
  const post = path.split("/").pop() ?? "";
  const sent = await sendAdminForm(page, site, path, {
    intent: "comment",
    content: "Left alone too.",
    parentId: "",
  });
  const commentId = /#comment-([\w-]+)/.exec(sent.headers().location ?? "")?.[1] ?? "";
  await runStatement("truncate public.audit_log");

  const reason = "Because.";
  const member = `/admin/users/${author.id}`;
  const content = "/admin?tab=content";
  const source = {
    name: "A wire",
    address: "https://wire.example/feed",
    category: "ai",
    intervalMinutes: "",
  };
  const forms: [path: string, fields: Record<string, string>][] = [
    [member, { intent: "edit", username: "taken_over", bio: "", verified: "yes", reason }],
    [member, { intent: "role", role: "admin", reason }],
    [member, { intent: "email", email: "taken@example.org", reason }],
    [member, { intent: "suspend", term: "forever", reason }],
    [member, { intent: "end-suspension", reason }],
    [member, { intent: "sign-out", reason }],
    [member, { intent: "reset-factors", reason }],
    [member, { intent: "note", note: reason }],
    [member, { intent: "delete", content: "delete", confirmation: author.username, reason }],
    ...["pin", "unpin", "lock", "unlock", "restore-post"].map((action): [string, Record<string, string>] => [
      content,
      { intent: `${action}:${post}` },
    ]),
    [content, { intent: `move:${post}`, category: "ai", reason }],
    [content, { intent: `delete-post:${post}`, reason }],
    [content, { intent: `edit-comment:${commentId}`, content: "Edited by someone else", reason }],
    [content, { intent: `delete-comment:${commentId}`, reason }],
    [content, { intent: `restore-comment:${commentId}` }],
    ...["flash", "unflash", "flash-by-rule", "hide", "unhide", "delete-article"].map(
      (action): [string, Record<string, string>] => [content, { intent: `${action}:${MISSING_ID}`, reason }],
    ),
    [
      content,
      { intent: `edit-article:${MISSING_ID}`, title: "x", excerpt: "", category: "ai", tags: "", reason },
    ],
    [content, { intent: "add-source", ...source }],
    [content, { intent: "add-source", ...source, test: "yes" }],
    [content, { intent: `edit-source:${MISSING_ID}`, enabled: "yes", ...source }],
    ...["pause-source", "resume-source", "fetch-source", "delete-source"].map(
      (action): [string, Record<string, string>] => [content, { intent: `${action}:${MISSING_ID}` }],
    ),
    [`/admin/reports/${MISSING_ID}`, { intent: "decide", action: "dismiss", conclusion: reason }],
    ["/admin/newsletter", { intent: "sample" }],
    ["/admin/apps", { intent: "create-app", name: "Taken", redirectUris: "https://taken.example/" }],
    ...["edit-app", "replace-secret", "delete-app"].map((intent): [string, Record<string, string>] => [
      `/admin/apps/${MISSING_ID}`,
      { intent, name: "Taken", redirectUris: "https://taken.example/" },
    ]),
    ["/admin?tab=settings", { intent: "settings:general", version: "0", siteName: "Taken", adminEmail: "" }],
    [`${path}/edit`, { intent: "post", title: "Taken", content: "Taken", category: "ai" }],
    [`${path}/edit`, { intent: "delete" }],
    [path, { intent: "edit", commentId, content: "Taken" }],
    [path, { intent: "delete", commentId }],
  ];
  await page.context().clearCookies();
  for (const [to, fields] of forms) {
    const response = await sendAdminForm(page, site, to, fields);
    const status = response.status();
    const isRedirected = status === 302 && response.headers().location?.startsWith("/auth") === true;
    expect(isRedirected || status === 401, `a visitor, ${to} ${fields.intent}: ${status}`).toBe(true);
  }
  await signIn(site, page.context(), user);
  for (const [to, fields] of forms)
    expect((await sendAdminForm(page, site, to, fields)).status(), `a member, ${to} ${fields.intent}`).toBe(
      403,
    );

  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Left alone");
  await expect(getComment(page, "Left alone too.")).toBeVisible();
  await signIn(site, page.context(), author);
  await runStatement("update public.user_roles set role = 'admin' where user_id = $1", author.id);
  await page.goto("/admin?tab=log");
  await expect(page.getByText("No actions yet.")).toBeVisible();
});

test("an administrator edits a member's post, unlocks a discussion, and deletes and restores a comment", async ({
  page,
  site,
  admin,
  user,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 404 /);
  const otherPage = await (await openContext({ baseURL: site.url })).newPage();
  await signIn(site, otherPage.context(), user);
  const path = await writePost(otherPage, site, "A post to edit");
  await sendAdminForm(otherPage, site, path, {
    intent: "comment",
    content: "Not nice at all.",
    parentId: "",
  });

  await page.goto(path);
  await page.getByRole("link", { name: "Edit" }).first().click();
  await waitUntilInteractive(page);
  await page.getByRole("textbox", { name: "Content" }).fill("Text of a member, edited.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(path);
  await otherPage.goto(path);
  await expect(otherPage.getByText("Text of a member, edited.")).toBeVisible();
  await expect(otherPage.getByRole("article").getByText(/^edited /)).toBeVisible();

  await page.goto("/admin?tab=content&q=edit");
  await waitUntilInteractive(page);
  const getButton = (label: string) =>
    page.getByRole("button", { name: `${label}: A post to edit`, exact: true });
  await getButton("Lock").click();
  await getButton("Unlock").click();
  await expect(getButton("Lock")).toBeVisible();
  await otherPage.reload();
  await expect(otherPage.getByRole("button", { name: "Post Comment" })).toBeVisible();

  await page.goto("/admin?tab=content&kind=comments&q=nice");
  await waitUntilInteractive(page);
  const row = page.getByRole("listitem").filter({ hasText: "Not nice at all." });
  await row.getByLabel(/^Delete: by /).click();
  await row.getByLabel("Reason").fill("Not nice");
  await row.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(row).toHaveCount(0);
  await otherPage.reload();
  await expect(getComment(otherPage, "Not nice at all.")).toHaveCount(0);
  await page.getByRole("link", { name: "Deleted" }).click();
  await row.getByRole("button", { name: /^Restore: by / }).click();
  await expect(row).toHaveCount(0);
  await otherPage.reload();
  await expect(getComment(otherPage, "Not nice at all.")).toBeVisible();

  await page.goto("/admin?tab=log");
  for (const text of ["edited", "unlocked", "deleted a comment on", "restored a comment on"])
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: `${admin.username} ${text} A post to edit` })
        .first(),
    ).toBeVisible();
});

test("an administrator warns the author of a reported post", async ({
  page,
  site,
  admin,
  user,
  openContext,
}) => {
  const author = await createUser(site);
  const otherPage = await (await openContext({ baseURL: site.url })).newPage();
  await signIn(site, otherPage.context(), author);
  const path = await writePost(otherPage, site, "A reported post");
  await signIn(site, otherPage.context(), user);
  const report = `/report?kind=post&id=${path.split("/").pop()}`;
  await sendAdminForm(otherPage, site, report, { reason: "harassment", text: "", back: path });

  await page.goto("/admin?tab=reports");
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: "Review: A reported post" }).click();
  await page.getByRole("radio", { name: "Warn" }).check();
  await page.getByLabel("Message to reporters and author").fill("Be kinder.");
  await page.getByRole("button", { name: "Take Action" }).click();
  await expect(getToast(page, "Report resolved")).toBeVisible();
  expect((await site.waitForEmail(author.email)).subject).toBe("Your post on Lattice was reported");
  await page.goto(`/admin/users/${author.id}`);
  const actions = page.getByRole("region", { name: "Admin actions on this account" });
  await expect(actions.getByRole("listitem").filter({ hasText: "warned" })).toContainText(admin.username);
});
