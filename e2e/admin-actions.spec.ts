import { createUser } from "./accounts.ts";
import { expect, sendSiteForm, signIn, test } from "./administration.ts";
import type { Requester } from "./forum.ts";
import { PlainPage } from "./plain-page.ts";
import type { Site } from "./site.ts";

/** Creates a post as the member who is signed in on the page, and returns its path. */
async function writePost(page: Requester, site: Site, title: string): Promise<string> {
  const fields = { intent: "post", title, content: "Text by a member.", category: "tech" };
  expect((await sendSiteForm(page, site, "/create", fields)).status()).toBe(302);
  const html = await (await page.request.get("/forum?sort=new")).text();
  return new RegExp(`href="(/forum/[0-9a-f-]{36})"[^>]*>${title}<`).exec(html)?.[1] ?? "";
}

const MISSING_ID = "00000000-0000-4000-8000-000000000000";

test("visitors and members can't send admin forms, or edit or delete someone else's content", async ({
  plain,
  site,
  user,
  runStatement,
}) => {
  const author = await createUser(site);
  await signIn(site, plain.context(), author);
  const path = await writePost(plain, site, "Left alone");
  const postId = path.split("/").pop() ?? "";
  const commentResponse = await sendSiteForm(plain, site, path, {
    intent: "comment",
    content: "Left alone too.",
    parentId: "",
  });
  const commentId = /#comment-([\w-]+)/.exec(commentResponse.headers().location ?? "")?.[1] ?? "";
  await runStatement("truncate public.audit_log");

  const reason = "Because.";
  const memberPath = `/admin/users/${author.id}`;
  const contentPath = "/admin?tab=content";
  const source = {
    name: "A wire",
    url: "https://wire.example/feed",
    category: "ai",
    intervalMinutes: "",
  };
  const forms: [path: string, fields: Record<string, string>][] = [
    [memberPath, { intent: "edit", username: "taken_over", bio: "", verified: "yes", reason }],
    [memberPath, { intent: "role", role: "admin", reason }],
    [memberPath, { intent: "email", email: "taken@example.org", reason }],
    [memberPath, { intent: "suspend", term: "forever", reason }],
    [memberPath, { intent: "end-suspension", reason }],
    [memberPath, { intent: "sign-out", reason }],
    [memberPath, { intent: "reset-factors", reason }],
    [memberPath, { intent: "note", note: reason }],
    [memberPath, { intent: "delete", content: "delete", confirmation: author.username, reason }],
    ...["pin", "unpin", "lock", "unlock", "restore-post"].map((action): [string, Record<string, string>] => [
      contentPath,
      { intent: `${action}:${postId}` },
    ]),
    [contentPath, { intent: `move:${postId}`, category: "ai", reason }],
    [contentPath, { intent: `delete-post:${postId}`, reason }],
    [contentPath, { intent: `edit-comment:${commentId}`, content: "Edited by someone else", reason }],
    [contentPath, { intent: `delete-comment:${commentId}`, reason }],
    [contentPath, { intent: `restore-comment:${commentId}` }],
    ...["flash", "unflash", "flash-by-rule", "hide", "unhide", "delete-article"].map(
      (action): [string, Record<string, string>] => [
        contentPath,
        { intent: `${action}:${MISSING_ID}`, reason },
      ],
    ),
    [
      contentPath,
      { intent: `edit-article:${MISSING_ID}`, title: "x", excerpt: "", category: "ai", tags: "", reason },
    ],
    [contentPath, { intent: "add-source", ...source }],
    [contentPath, { intent: "add-source", ...source, test: "yes" }],
    [contentPath, { intent: `edit-source:${MISSING_ID}`, enabled: "yes", ...source }],
    ...["pause-source", "resume-source", "fetch-source", "delete-source"].map(
      (action): [string, Record<string, string>] => [contentPath, { intent: `${action}:${MISSING_ID}` }],
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
  await plain.context().clearCookies();
  for (const [target, fields] of forms) {
    const response = await sendSiteForm(plain, site, target, fields);
    const status = response.status();
    const isRedirected = status === 302 && response.headers().location?.startsWith("/auth") === true;
    expect(isRedirected || status === 401, `a visitor, ${target} ${fields.intent}: ${status}`).toBe(true);
  }
  await signIn(site, plain.context(), user);
  for (const [target, fields] of forms) {
    const response = await sendSiteForm(plain, site, target, fields);
    // A refused deletion of a comment is explained on the next page.
    const isExplained = response.headers()["set-cookie"]?.includes("lattice-notice=not_author");
    expect(isExplained || response.status() === 403, `a member, ${target} ${fields.intent}`).toBe(true);
  }

  await plain.goto(path);
  expect(plain.find("h1").text).toBe("Left alone");
  expect(plain.text).toContain("Left alone too.");
  await signIn(site, plain.context(), author);
  await runStatement("update public.user_roles set role = 'admin' where user_id = $1", author.id);
  await plain.goto("/admin?tab=log");
  expect(plain.text).toContain("No actions yet.");
});

test("an administrator edits a member's post, locks and unlocks it, and deletes and restores a comment", async ({
  plain,
  site,
  admin,
  user,
  openContext,
}) => {
  const member = new PlainPage(await openContext());
  await signIn(site, member.context(), user);
  const path = await writePost(member, site, "A post to edit");
  const comment = { intent: "comment", content: "Not nice at all.", parentId: "" };
  await sendSiteForm(member, site, path, comment);

  await plain.goto(path);
  await plain.follow("Edit");
  await plain.submit("Save changes", { Content: "Text by a member, edited." });
  expect(plain.path).toBe(path);
  await member.goto(path);
  expect(member.find("article").text).toMatch(/edited .*Text by a member, edited\./);

  await plain.goto("/admin?tab=content&q=edit");
  await plain.submit("Lock: A post to edit");
  await member.goto(path);
  expect(member.findAll("button", "Post Comment")).toHaveLength(0);
  await plain.submit("Unlock: A post to edit");
  plain.find("button", "Lock: A post to edit");
  await member.goto(path);
  member.find("button", "Post Comment");

  await plain.goto("/admin?tab=content&kind=comments&q=nice");
  await plain.submit(plain.find("listitem", { text: comment.content }).find("button", "Delete"), {
    Reason: "Not nice",
  });
  expect(plain.text).not.toContain(comment.content);
  await member.goto(path);
  expect(member.text).not.toContain(comment.content);
  await plain.follow("Deleted");
  await plain.submit(
    plain.find("listitem", { text: comment.content }).find("button", /^Restore: comment by /),
  );
  expect(plain.text).not.toContain(comment.content);
  await member.goto(path);
  expect(member.text).toContain(comment.content);

  await plain.goto("/admin?tab=log");
  for (const text of ["edited", "unlocked", "deleted a comment on", "restored a comment on"])
    plain.find("listitem", { text: `${admin.username} ${text} A post to edit` });
});

test("an administrator warns the author of a reported post", async ({
  plain,
  site,
  admin,
  user,
  openContext,
}) => {
  const author = await createUser(site);
  const member = new PlainPage(await openContext());
  await signIn(site, member.context(), author);
  const path = await writePost(member, site, "A reported post");
  await signIn(site, member.context(), user);
  const reportPath = `/report?kind=post&id=${path.split("/").pop()}`;
  await sendSiteForm(member, site, reportPath, { reason: "harassment", text: "", back: path });

  await plain.goto("/admin?tab=reports");
  await plain.follow("Review: A reported post");
  await plain.submit("Take Action", { Warn: true, "Message to reporters and author": "Be kinder." });
  expect(plain.notice).toContain("Report resolved");
  expect((await site.waitForEmail(author.email)).subject).toBe("Your post on Lattice was reported");
  await plain.goto(`/admin/users/${author.id}`);
  const actions = plain.find("region", "Admin actions on this account");
  expect(actions.find("listitem", { text: "warned" }).text).toContain(admin.username);
});
