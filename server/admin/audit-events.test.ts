import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { ADMIN_ACTIONS, type AdminActionName } from "#core/admin/audit-events.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { buildRss, type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";

const SECRET = "a secret of at least thirty-two characters";
let site: AppFixture;
let feeds: FeedServer;
let admin: Member;
beforeAll(async () => {
  feeds = await startFeedServer();
  feeds.on("/wire", buildRss([{ title: "A story", guid: "1", description: "Said in full. ".repeat(20) }]));
  site = await createAppFixture({ FEED_ALLOW_PRIVATE: "on", AUTH_JWT_SECRET: SECRET });
  const made = await site.register();
  await query("update public.user_roles set role = 'admin' where user_id = $1", [made.id]);
  admin = { ...made, role: "admin" };
});
afterAll(async () => {
  await site.end();
  await feeds.close();
});

const query = async (text: string, values: unknown[] = []) =>
  (await site.database.pool.query(text, values)).rows;
const words = { title: "A title", content: "Words.", category: "tech", tags: [] };
const write = async (author: Member) => (await site.app.forum.createPost(author, words)).id;

async function onMembers(): Promise<void> {
  const { users } = site.app.admin;
  const { id, username } = await site.register();
  const why = "";
  await users.edit(admin, id, { username, bio: "Words", isVerified: true, why });
  await users.changeRole(admin, id, { role: "admin", why });
  await users.changeRole(admin, id, { role: "user", why });
  await users.changeAddress(admin, id, { email: "moved@example.org", why });
  await users.suspend(admin, id, { term: "1d", why: "Spam" });
  await users.endSuspension(admin, id, { why });
  await users.signOut(admin, id, { why });
  await query(
    "insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values ($1, 'totp', 'verified', '')",
    [id],
  );
  await users.resetFactors(admin, id, { why });
  await users.note(admin, id, { note: "Noted" });
  await users.delete(admin, id, { content: "keep", confirmation: username, why });
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

async function onContent(): Promise<void> {
  const { content } = site.app.admin;
  const author = await site.register();
  const post = await write(author);
  for (const on of [true, false]) {
    await content.pinPost(admin, { id: post, on });
    await content.lockPost(admin, { id: post, on });
  }
  await content.movePost(admin, { id: post, category: "ai" });
  await site.app.forum.editPost(admin, { ...words, id: post, content: "Other words." });
  const { id: comment } = await site.app.forum.addComment(author, { postId: post, content: "So?" });
  await content.editComment(admin, { id: comment, content: "So." });
  await content.deleteComment(admin, { id: comment });
  await content.restoreComment(admin, { id: comment });
  await content.deletePost(admin, { id: post });
  await content.restorePost(admin, { id: post });
}

async function onNews(): Promise<void> {
  const { content } = site.app.admin;
  const source = { name: "Wire", address: `${feeds.origin}/wire`, category: "ai", intervalMinutes: "" };
  const { id } = await content.addSource(admin, source);
  await content.fetchSource(admin, id);
  await content.editSource(admin, { ...source, id, isEnabled: true, name: "The Wire" });
  for (const on of [true, false]) await content.pauseSource(admin, { id, on });
  const [article] = await query("select id from public.news_articles");
  const story = { id: article.id as string };
  await content.editArticle(admin, { ...story, title: "Mine", excerpt: "", category: "ai", tags: "" });
  for (const on of [true, false]) await content.flashArticle(admin, { ...story, on });
  await content.hideArticle(admin, story);
  await content.showArticle(admin, story);
  await content.deleteArticle(admin, story);
  await content.deleteSource(admin, id);
}

async function onReports(): Promise<void> {
  const author = await site.register();
  const reporter = await site.register();
  for (const action of ["dismiss", "warn"]) {
    const id = await write(author);
    await site.app.reports.submitReport(reporter, { kind: "post", id, reason: "spam", text: "" });
    const [group] = await query("select id from public.report_groups where thing_id = $1", [id]);
    const decision = { conclusion: "Because.", alsoRemove: false, title: "", content: "", term: "" };
    await site.app.admin.reports.decide(admin, { ...decision, groupId: group.id, action });
  }
}

async function onTheSite(): Promise<void> {
  const { settings, newsletter } = site.app.admin;
  const values = { siteName: "The Orchard", adminEmail: "" };
  await settings.save(admin, { section: "general", version: "0", values });
  await newsletter.sendSample(admin);
}

test("every known admin action is logged by its operation with the right actor", async () => {
  await onMembers();
  await onContent();
  await onNews();
  await onReports();
  await onTheSite();
  const rows = await query(
    "select act, count(*) filter (where actor_name not in ($1, 'service key')) as others from public.audit_log group by act",
    [admin.username],
  );
  const written = new Set(rows.map(({ act }) => act as AdminActionName));
  const known = Object.keys(ADMIN_ACTIONS) as AdminActionName[];
  expect(known.filter((act) => !written.has(act))).toEqual([]);
  // Nor is anything logged that has no text.
  expect([...written].filter((act) => !known.includes(act))).toEqual([]);
  expect(rows.filter(({ others }) => Number(others) > 0)).toEqual([]);
});
