import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { ADMIN_ACTIONS, type AdminActionName } from "#core/admin/audit-events.ts";
import { removeDemo } from "#server/demo/index.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { buildRss, type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";

const SECRET = "a secret of at least thirty-two characters";
let site: AppFixture;
let feeds: FeedServer;
let admin: Member;
beforeAll(async () => {
  feeds = await startFeedServer();
  feeds.on("/wire", buildRss([{ title: "A story", guid: "1", description: "The full text. ".repeat(20) }]));
  site = await createAppFixture({ FEED_ALLOW_PRIVATE: "on", AUTH_JWT_SECRET: SECRET });
  const member = await site.register();
  await query("update public.user_roles set role = 'admin' where user_id = $1", [member.id]);
  admin = { ...member, role: "admin" };
});
afterAll(async () => {
  await site.end();
  await feeds.close();
});

const query = async (text: string, values: unknown[] = []) =>
  (await site.database.pool.query(text, values)).rows;
const postFields = { title: "A title", content: "Some text.", category: "tech", tags: [] };
const createPost = async (author: Member) => (await site.app.forum.createPost(author, postFields)).id;

async function actOnMembers(): Promise<void> {
  const { users } = site.app.admin;
  const { id, username } = await site.register();
  const reason = "";
  await users.edit(admin, id, { username, bio: "Words", isVerified: true, reason });
  await users.changeRole(admin, id, { role: "admin", reason });
  await users.changeRole(admin, id, { role: "user", reason });
  await users.changeAddress(admin, id, { email: "moved@example.org", reason });
  await users.suspend(admin, id, { term: "1d", reason: "Spam" });
  await users.endSuspension(admin, id, { reason });
  await users.signOut(admin, id, { reason });
  await query(
    "insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values ($1, 'totp', 'verified', '')",
    [id],
  );
  await users.resetFactors(admin, id, { reason });
  await users.addNote(admin, id, { note: "Noted" });
  await users.delete(admin, id, { content: "keep", confirmation: username, reason });
  const key = await new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(SECRET));
  for (const type of ["invite", "magiclink"])
    await site.http.request("/auth/v1/admin/generate_link", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ type, email: "waiting@example.org" }),
    });
}

async function actOnContent(): Promise<void> {
  const { content } = site.app.admin;
  const author = await site.register();
  const postId = await createPost(author);
  for (const isOn of [true, false]) {
    await content.setPostPinned(admin, { id: postId, isPinned: isOn });
    await content.setPostLocked(admin, { id: postId, isLocked: isOn });
  }
  await content.movePost(admin, { id: postId, category: "ai" });
  await site.app.forum.editPost(admin, { ...postFields, id: postId, content: "Other words." });
  const { id: commentId } = await site.app.forum.addComment(author, { postId, content: "So?" });
  await content.editComment(admin, { id: commentId, content: "So." });
  await content.deleteComment(admin, { id: commentId });
  await content.restoreComment(admin, { id: commentId });
  await content.deletePost(admin, { id: postId });
  await content.restorePost(admin, { id: postId });
}

async function actOnNews(): Promise<void> {
  const { content } = site.app.admin;
  const source = { name: "Wire", url: `${feeds.origin}/wire`, category: "ai", intervalMinutes: "" };
  const { id } = await content.addSource(admin, source);
  await content.fetchSource(admin, id);
  await content.editSource(admin, { ...source, id, name: "The Wire" });
  for (const isOn of [true, false]) await content.setSourcePaused(admin, { id, isPaused: isOn });
  const [article] = await query("select id from public.news_articles");
  const target = { id: article.id as string };
  await content.editArticle(admin, { ...target, title: "Mine", excerpt: "", category: "ai", tags: "" });
  for (const isOn of [true, false]) await content.setFlash(admin, { ...target, isFlash: isOn });
  await content.hideArticle(admin, target);
  await content.unhideArticle(admin, target);
  await content.deleteArticle(admin, target);
  await content.deleteSource(admin, id);
}

async function actOnReports(): Promise<void> {
  const author = await site.register();
  const reporter = await site.register();
  for (const action of ["dismiss", "warn"]) {
    const id = await createPost(author);
    await site.app.reports.submitReport(reporter, { kind: "post", id, reason: "spam", text: "" });
    const [group] = await query("select id from public.report_groups where target_id = $1", [id]);
    const decision = { conclusion: "Because.", alsoRemove: false, title: "", content: "", term: "" };
    await site.app.admin.reports.decide(admin, { ...decision, groupId: group.id, action });
  }
}

async function actOnProviders(): Promise<void> {
  const { providers } = site.app.admin;
  const fields = { label: "", name: "", url: "", scopes: "", appleTeamId: "", appleKeyId: "" };
  const input = { id: "github", clientId: "a", secret: "b", ...fields };
  const change = { id: "github", acceptsLockOut: false };
  await providers.save(admin, { ...input, version: "0" });
  await providers.save(admin, { ...input, version: "1", label: "Code" });
  await providers.setEnabled(admin, { ...change, version: "2", isEnabled: true });
  await providers.setEnabled(admin, { ...change, version: "3", isEnabled: false });
  await providers.remove(admin, { ...change, version: "4" });
}

async function actOnApps(): Promise<void> {
  const { apps } = site.app.admin;
  const input = { name: "Shop", website: "", redirectUris: "https://shop.example/back" };
  const { id } = await apps.create(admin, { ...input, isPublic: false });
  await apps.edit(admin, id, { ...input, name: "Store" });
  await apps.regenerateSecret(admin, id);
  await apps.delete(admin, id);
}

async function actOnSite(): Promise<void> {
  const { settings, newsletter } = site.app.admin;
  const values = { siteName: "The Orchard", adminEmail: "" };
  await settings.save(admin, { section: "general", version: "0", values });
  await newsletter.sendTestEmail(admin);
  const { invitations } = site.app;
  await invitations.createLink(admin, { label: "", uses: "1", days: "1" });
  const { id } = (await invitations.listOwn(admin, { show: "all", cursor: null })).invitations[0] ?? {
    id: "",
  };
  await invitations.replaceLink(admin, id);
  await invitations.revoke(admin, id);
  const { database, clock, app } = site;
  await removeDemo({ ...app, database, clock }, { everything: false });
}

test("every known admin action is logged by its operation with the right actor", async () => {
  await actOnMembers();
  await actOnContent();
  await actOnNews();
  await actOnReports();
  await actOnProviders();
  await actOnApps();
  await actOnSite();
  const rows = await query("select distinct action, actor_name from public.audit_log");
  const recordedActions = new Set(rows.map(({ action }) => action as AdminActionName));
  const knownActions = Object.keys(ADMIN_ACTIONS) as AdminActionName[];
  expect(knownActions.filter((action) => !recordedActions.has(action))).toEqual([]);
  // Conversely, only known actions are logged.
  expect([...recordedActions].filter((action) => !knownActions.includes(action))).toEqual([]);
  const otherActors = rows.filter(({ actor_name }) => actor_name !== admin.username);
  expect(otherActors.map(({ actor_name, action }) => `${actor_name}: ${action}`).sort()).toEqual([
    "npm run demo: setting.remove-demo",
    "service key: member.create",
    "service key: member.link",
  ]);
});
