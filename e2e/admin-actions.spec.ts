import type { Page } from "@playwright/test";
import { createPerson } from "./accounts.ts";
import { expect, send, signIn, test } from "./administration.ts";
import { comment, toastWith, waitUntilInteractive } from "./forum.ts";
import type { Site } from "./site.ts";

/** Creates a post as the page's member and returns its path. */
async function writePost(page: Page, site: Site, title: string): Promise<string> {
  const words = { intent: "post", title, content: "Words of a member.", category: "tech" };
  expect((await send(page, site, "/create", words)).status()).toBe(302);
  const html = await (await page.request.get("/forum?sort=new")).text();
  return new RegExp(`href="(/forum/[0-9a-f-]{36})"[^>]*>${title}<`).exec(html)?.[1] ?? "";
}

const MISSING_ID = "00000000-0000-4000-8000-000000000000";

test("every admin form sent by a visitor or a member is refused and does nothing", async ({
  page,
  site,
  person,
  ask,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  const author = await createPerson(site);
  await signIn(site, page.context(), author);
  const path = await writePost(page, site, "Left alone");
  const post = path.split("/").pop() ?? "";
  const sent = await send(page, site, path, { intent: "comment", content: "Left alone too.", parentId: "" });
  const commentId = /#comment-([\w-]+)/.exec(sent.headers().location ?? "")?.[1] ?? "";
  await ask("truncate public.audit_log");

  const why = "Because.";
  const member = `/admin/users/${author.id}`;
  const content = "/admin?tab=content";
  const source = {
    name: "A wire",
    address: "https://wire.example/feed",
    category: "ai",
    intervalMinutes: "",
  };
  const forms: [path: string, fields: Record<string, string>][] = [
    [member, { intent: "profile", username: "taken_over", bio: "", verified: "yes", why }],
    [member, { intent: "role", role: "admin", why }],
    [member, { intent: "email", email: "taken@example.org", why }],
    [member, { intent: "suspend", term: "forever", why }],
    [member, { intent: "end-suspension", why }],
    [member, { intent: "sign-out", why }],
    [member, { intent: "reset-factors", why }],
    [member, { intent: "note", note: why }],
    [member, { intent: "delete", content: "delete", confirmation: author.username, why }],
    ...["pin", "unpin", "lock", "unlock", "restore-post"].map((act): [string, Record<string, string>] => [
      content,
      { intent: `${act}:${post}` },
    ]),
    [content, { intent: `move:${post}`, category: "ai", why }],
    [content, { intent: `delete-post:${post}`, why }],
    [content, { intent: `edit-comment:${commentId}`, content: "Put into their mouth", why }],
    [content, { intent: `delete-comment:${commentId}`, why }],
    [content, { intent: `restore-comment:${commentId}` }],
    ...["flash", "unflash", "flash-by-rule", "hide", "show", "delete-article"].map(
      (act): [string, Record<string, string>] => [content, { intent: `${act}:${MISSING_ID}`, why }],
    ),
    [
      content,
      { intent: `edit-article:${MISSING_ID}`, title: "x", excerpt: "", category: "ai", tags: "", why },
    ],
    [content, { intent: "add-source", ...source }],
    [content, { intent: "add-source", ...source, try: "yes" }],
    [content, { intent: `edit-source:${MISSING_ID}`, enabled: "yes", ...source }],
    ...["pause-source", "resume-source", "fetch-source", "delete-source"].map(
      (act): [string, Record<string, string>] => [content, { intent: `${act}:${MISSING_ID}` }],
    ),
    [`/admin/reports/${MISSING_ID}`, { intent: "decide", action: "dismiss", conclusion: why }],
    ["/admin/newsletter", { intent: "sample" }],
    ["/admin?tab=settings", { intent: "settings:general", version: "0", siteName: "Taken", adminEmail: "" }],
    [`${path}/edit`, { intent: "post", title: "Taken", content: "Taken", category: "ai" }],
    [`${path}/edit`, { intent: "delete" }],
    [path, { intent: "edit", commentId, content: "Taken" }],
    [path, { intent: "delete", commentId }],
  ];
  await page.context().clearCookies();
  for (const [to, fields] of forms) {
    const answer = await send(page, site, to, fields);
    const status = answer.status();
    const isSentAway = status === 302 && answer.headers().location?.startsWith("/auth") === true;
    expect(isSentAway || status === 401, `a visitor, ${to} ${fields.intent}: ${status}`).toBe(true);
  }
  await signIn(site, page.context(), person);
  for (const [to, fields] of forms)
    expect((await send(page, site, to, fields)).status(), `a member, ${to} ${fields.intent}`).toBe(403);

  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Left alone");
  await expect(comment(page, "Left alone too.")).toBeVisible();
  await signIn(site, page.context(), author);
  await ask("update public.user_roles set role = 'admin' where user_id = $1", author.id);
  await page.goto("/admin?tab=log");
  await expect(page.getByText("No actions yet.")).toBeVisible();
});

test("an administrator edits a member's post, unlocks a discussion, and deletes and restores a comment", async ({
  page,
  site,
  admin,
  person,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 404 /);
  const theirs = await (await openContext({ baseURL: site.url })).newPage();
  await signIn(site, theirs.context(), person);
  const path = await writePost(theirs, site, "Words to mend");
  await send(theirs, site, path, { intent: "comment", content: "Not nice at all.", parentId: "" });

  await page.goto(path);
  await page.getByRole("link", { name: "Edit" }).first().click();
  await waitUntilInteractive(page);
  await page.getByRole("textbox", { name: "Content" }).fill("Words of a member, mended.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(path);
  await theirs.goto(path);
  await expect(theirs.getByText("Words of a member, mended.")).toBeVisible();
  await expect(theirs.getByRole("article").getByText(/^edited /)).toBeVisible();

  await page.goto("/admin?tab=content&q=mend");
  await waitUntilInteractive(page);
  const button = (label: string) =>
    page.getByRole("button", { name: `${label}: Words to mend`, exact: true });
  await button("Lock").click();
  await button("Unlock").click();
  await expect(button("Lock")).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole("button", { name: "Post Comment" })).toBeVisible();

  await page.goto("/admin?tab=content&kind=comments&q=nice");
  await waitUntilInteractive(page);
  const row = page.getByRole("listitem").filter({ hasText: "Not nice at all." });
  await row.getByLabel(/^Delete: by /).click();
  await row.getByLabel("Reason").fill("Not nice");
  await row.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(row).toHaveCount(0);
  await theirs.reload();
  await expect(comment(theirs, "Not nice at all.")).toHaveCount(0);
  await page.getByRole("link", { name: "Deleted" }).click();
  await row.getByRole("button", { name: /^Restore: by / }).click();
  await expect(row).toHaveCount(0);
  await theirs.reload();
  await expect(comment(theirs, "Not nice at all.")).toBeVisible();

  await page.goto("/admin?tab=log");
  for (const words of ["edited", "unlocked", "deleted a comment on", "restored a comment on"])
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: `${admin.username} ${words} Words to mend` })
        .first(),
    ).toBeVisible();
});

test("an administrator warns the author of a reported post", async ({
  page,
  site,
  admin,
  person,
  openContext,
}) => {
  const author = await createPerson(site);
  const theirs = await (await openContext({ baseURL: site.url })).newPage();
  await signIn(site, theirs.context(), author);
  const path = await writePost(theirs, site, "Something to warn of");
  await signIn(site, theirs.context(), person);
  const report = `/report?kind=post&id=${path.split("/").pop()}`;
  await send(theirs, site, report, { reason: "harassment", text: "", back: path });

  await page.goto("/admin?tab=reports");
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: "Review: Something to warn of" }).click();
  await page.getByRole("radio", { name: "Warn" }).check();
  await page.getByLabel("Conclusion").fill("Be kinder.");
  await page.getByRole("button", { name: "Take Action" }).click();
  await expect(toastWith(page, "Decision saved")).toBeVisible();
  expect((await site.waitForEmail(author.email)).subject).toBe("Your post at Lattice was reported");
  await page.goto(`/admin/users/${author.id}`);
  const done = page.getByRole("region", { name: "Admin actions on this account" });
  await expect(done.getByRole("listitem").filter({ hasText: "warned" })).toContainText(admin.username);
});
