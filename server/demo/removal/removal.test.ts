import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { subtractCounts } from "#server/analytics/index.ts";
import { createPasswords } from "#server/auth/index.ts";
import { createLog } from "#server/platform/log.ts";
import { createPlainImage } from "#server/testing/app.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { insertMember } from "#server/testing/members.ts";
import { DEMO_PASSWORD, loadDemoCommunity, prepareDemo, previewDemoRemoval, removeDemo } from "../index.ts";

const log = createLog("silent");
const demoPasswordHash = createPasswords().hash(DEMO_PASSWORD);
const clock = { now: () => new Date("2026-06-15T12:00:00Z") };
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

const UUIDS = Array.from({ length: 20 }, (_, index) => `a0000000-0000-4000-9000-0000000000${10 + index}`);
const id = (index: number): string => UUIDS[index] ?? "";

async function openSite({ hasDemo }: { hasDemo: boolean }) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "lattice-removal-"));
  cleanups.push(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const environment = { DATA_DIR: dataDir, AUTH_RATE_LIMITS: "off" };
  if (hasDemo) await loadDemoCommunity({ database, log, clock, hashPassword: () => demoPasswordHash });
  const { app, http } = await createEdge({ database, environment, clock, hasDemo });
  if (hasDemo) await app.news.addSamples();
  const deps = { database, clock, announcements: app.announcements, storage: app.storage };
  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows;
  return {
    app,
    database,
    query,
    preview: (everything = false) => previewDemoRemoval(deps, { everything }),
    remove: (everything = false) => removeDemo(deps, { everything }),
    async findDemoMember(username: string): Promise<Member> {
      const [row] = await query("select id from public.profiles where username = $1", [username]);
      const email = `${username}@lattice.example`;
      return { id: row.id, username, email, avatarUrl: null, isVerified: false, role: "user", sessionId: "" };
    },
    /** Uploads a post image with a demo account. Returns its URL. */
    async uploadImage({ id: memberId }: Member): Promise<string> {
      const [user] = await query("select email from auth.users where id = $1", [memberId]);
      const { access_token } = await app.auth.signInWithPassword(
        { email: user.email, password: DEMO_PASSWORD },
        { ip: "203.0.113.1", userAgent: null },
      );
      const key = `post-images/${memberId}/${randomUUID()}`;
      const response = await http.request(`/storage/v1/object/${key}`, {
        method: "POST",
        headers: { authorization: `Bearer ${access_token}`, "content-type": "image/png" },
        body: new Uint8Array(await createPlainImage(40, 40)),
      });
      if (!response.ok) throw new Error(await response.text());
      return `/storage/v1/object/public/${key}`;
    },
    findPostId: async (condition: string): Promise<string> =>
      (await query(`select id from public.forum_posts where ${condition} order by id limit 1`))[0].id,
  };
}
type Site = Awaited<ReturnType<typeof openSite>>;

const UPVOTE = { voteType: 1, rule: "toggle" } as const;
const post = {
  category: "tech",
  tags: ["gardens"],
  title: "Real words",
  content: "About zucchini and bitcoin.",
};

/** Simulates two people using the site. Returns them. */
async function simulateUse({ app, database, query }: Site) {
  const ann = await insertMember(database, "ann", { id: id(0), role: "admin" });
  const ben = await insertMember(database, "ben", { id: id(1) });
  await query(
    "update auth.users set created_at = $1, updated_at = $1, email_confirmed_at = $1 where id = any ($2)",
    [clock.now(), [ann.id, ben.id]],
  );
  await query("update public.profiles set join_date = $1, created_at = $1 where id = any ($2)", [
    clock.now(),
    [ann.id, ben.id],
  ]);
  await app.forum.createPost(ann, { ...post, requestId: id(2) });
  await app.forum.createPost(ben, { ...post, title: "A second one", requestId: id(3) });
  await app.forum.addComment(ben, { postId: id(2), content: "A real comment.", requestId: id(4) });
  await app.forum.addComment(ann, {
    postId: id(2),
    parentId: id(4),
    content: "A real reply.",
    requestId: id(5),
  });
  await app.forum.voteOnPost(ben, { postId: id(2), ...UPVOTE });
  await app.forum.voteOnComment(ann, { commentId: id(4), voteType: 1 });
  await app.reports.submitReport(ann, { kind: "post", id: id(3), reason: "spam", text: "" });
  return { ann, ben };
}

/** Prefixes of the tables that differ between any two sites, such as secrets, rate limits and the audit log. */
const EXCLUDED_TABLE_PREFIXES = [
  "auth.secrets",
  "auth.rate_limits",
  "storage.settings",
  "public.audit_log",
  "drizzle.",
  "jobs.",
];

/**
 * Reads the rows of all tables except the excluded ones. Omits random IDs, and ignores the order of a word's authors
 * and differences between recent times.
 */
async function readTables({ query }: Site): Promise<Record<string, string[]>> {
  const tables = await query(
    `select n.nspname || '.' || c.relname as name, n.nspname as schema, c.relname as "table" from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const rowsByTable: Record<string, string[]> = {};
  for (const { name, schema, table } of tables) {
    if (EXCLUDED_TABLE_PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    const rows = await query(`select to_jsonb(t) as row from "${schema}"."${table}" t`);
    rowsByTable[name] = rows
      .map(({ row }) => {
        if (["votes", "notifications", "report_groups", "reports", "outbox"].includes(table)) delete row.id;
        if (table === "reports") delete row.group_id;
        if (table === "post_words") row.used_by.sort();
        // Ranks computed in SQL and in JavaScript may differ in their last digits.
        for (const rank of ["hot_rank", "best_rank"]) if (rank in row) row[rank] = row[rank].toFixed(6);
        for (const [column, value] of Object.entries(row))
          if (
            typeof value === "string" &&
            /^20\d\d-.*T/.test(value) &&
            Date.parse(value) > Date.now() - 3_600_000
          )
            row[column] = "now";
        return JSON.stringify(row);
      })
      .sort();
  }
  return rowsByTable;
}

test("after the removal, all tables have the same content as on a site that never had the demo", async () => {
  const site = await openSite({ hasDemo: true });
  const members = await simulateUse(site);
  const { app } = site;
  const mara = await site.findDemoMember("mara_lindqvist");
  const admin = await site.findDemoMember("admin");
  // Someone tries the demo accounts, and people interact with demo content.
  for (const member of [mara, admin]) {
    await app.forum.voteOnPost(member, { postId: id(2), ...UPVOTE });
    await app.forum.voteOnComment(member, { commentId: id(5), voteType: -1 });
    await app.reports.submitReport(member, { kind: "post", id: id(3), reason: "spam", text: "" });
  }
  await app.reports.submitReport(mara, { kind: "post", id: id(2), reason: "other", text: "Hm" });
  const sessionId = randomUUID();
  // Without triggers, which would count a sign-in: counts of sign-ins aren't corrected.
  await site.query(
    `begin; set local session_replication_role = replica;
     insert into auth.sessions (id, user_id) values ('${sessionId}', '${mara.id}'); commit`,
  );
  await app.storage.uploadAvatar({ ...mara, sessionId }, new Uint8Array(await createPlainImage(200, 200)));
  await app.forum.saveDraft(mara, { title: "A draft", content: "", category: "tech", tags: [] });
  const { id: commentId } = await app.forum.addComment(mara, { postId: id(2), content: "Gone again" });
  await app.forum.deleteComment(mara, commentId);
  const demoPostId = await site.findPostId("not is_locked and substr(id::text, 15, 1) = '8'");
  const [demoComment] = await site.query("select id from public.comments where post_id = $1", [demoPostId]);
  await app.forum.voteOnPost(members.ben, { postId: demoPostId, ...UPVOTE });
  await app.forum.voteOnComment(members.ben, { commentId: demoComment.id, voteType: 1 });
  await app.forum.followThread(members.ben, { postId: demoPostId, state: "following" });
  await app.forum.savePost(members.ben, { postId: demoPostId, isSaved: true });
  await app.reports.submitReport(members.ben, { kind: "post", id: demoPostId, reason: "spam", text: "" });

  expect(await site.preview()).toMatchObject({
    members: 13,
    posts: 69,
    files: 1,
    reports: 3 + 3 + 1,
    samples: expect.any(Number),
    writtenPosts: 0,
    writtenComments: 0,
    answeredPosts: 0,
    claimedUsernames: [],
    hasAdministrator: true,
  });
  await site.remove();
  expect(await site.preview()).toBeNull();
  expect(await app.forum.recountForum({ repair: false })).toEqual([]);

  const otherSite = await openSite({ hasDemo: false });
  await simulateUse(otherSite);
  // Merges the pending counts, as the removal did on the first site.
  const noCounts = sql`select name, day, amount from public.activity_counts where false`;
  await otherSite.database.db.transaction((tx) => subtractCounts(tx, noCounts));
  expect(await readTables(site)).toEqual(await readTables(otherSite));
});

test("what people wrote on demo posts or with demo accounts remains, without the demo authors", async () => {
  const site = await openSite({ hasDemo: true });
  const { app } = site;
  const { ann } = await simulateUse(site);
  const mara = await site.findDemoMember("mara_lindqvist");
  const demoPostId = await site.findPostId(
    "comment_count > 3 and not is_locked and substr(id::text, 15, 1) = '8'",
  );
  const [demoComment] = await site.query(
    "select id from public.comments where post_id = $1 and parent_id is not null",
    [demoPostId],
  );
  const { id: replyId } = await app.forum.addComment(ann, {
    postId: demoPostId,
    parentId: demoComment.id,
    content: "A person's reply",
  });
  const imageUrl = await site.uploadImage(mara);
  await site.uploadImage(mara);
  const { id: trialPostId } = await app.forum.createPost(mara, {
    ...post,
    title: "Written by hand",
    content: `![A picture](${imageUrl})`,
  });
  const { id: trialCommentId } = await app.forum.addComment(mara, {
    postId: id(2),
    content: "Typed by hand",
  });
  expect(await site.preview()).toMatchObject({
    posts: 68,
    answeredPosts: 1,
    answeredComments: expect.any(Number),
    writtenPosts: 1,
    writtenComments: 1,
    // The image in the remaining post isn't deleted.
    files: 1,
  });
  expect(await site.preview(true)).toMatchObject({
    writtenPosts: 0,
    writtenComments: 0,
    answeredPosts: 1,
    files: 2,
  });
  await site.remove();
  expect(await site.query("select bucket_id || '/' || name as key from storage.objects")).toEqual([
    { key: imageUrl.replace("/storage/v1/object/public/", "") },
  ]);
  expect(
    await site.query("select title, author_id from public.forum_posts where id = any ($1) order by title", [
      [demoPostId, trialPostId],
    ]),
  ).toEqual([
    { title: expect.any(String), author_id: null },
    { title: expect.any(String), author_id: null },
  ]);
  const comments = await site.query("select id, author_id from public.comments where post_id = $1", [
    demoPostId,
  ]);
  // Only the reply and its ancestors remain.
  expect(comments.length).toBeLessThan(5);
  expect(comments.filter(({ author_id }) => author_id !== null)).toEqual([
    { id: replyId, author_id: ann.id },
  ]);
  expect(await site.query("select author_id from public.comments where id = $1", [trialCommentId])).toEqual([
    { author_id: null },
  ]);
  expect(await app.forum.recountForum({ repair: false })).toEqual([]);
});

test("a demo account with a new password retains its role, and its demo posts are deleted", async () => {
  const site = await openSite({ hasDemo: true });
  await site.query("update auth.users set encrypted_password = $1 where email = 'admin@lattice.example'", [
    await createPasswords().hash("a password of my own"),
  ]);
  expect(await site.preview()).toMatchObject({
    members: 12,
    claimedUsernames: ["admin"],
    hasAdministrator: true,
  });
  await site.remove();
  expect(await site.preview()).toBeNull();
  expect(
    await site.query(
      "select p.username, p.karma, r.role from public.profiles p join public.user_roles r on r.user_id = p.id",
    ),
  ).toEqual([{ username: "admin", karma: 0, role: "admin" }]);
  expect((await site.app.forum.readCommunity()).figures).toMatchObject({ totalPosts: 0, members: 1 });
});

test("a removed demo isn't added again to a site that no one has joined yet, and running processes notice the removal", async () => {
  const site = await openSite({ hasDemo: true });
  site.app.announcements.start();
  cleanups.unshift(() => site.app.announcements.stop());
  expect((await site.app.settings.read()).hasDemo).toBe(true);
  await site.remove();
  await expect.poll(async () => (await site.app.settings.read()).hasDemo).toBe(false);
  const { database } = site;
  expect(await prepareDemo({ isEnabled: true, database, log, clock, print: () => {} })).toBe(false);
  expect(await site.query("select 1 from auth.users")).toEqual([]);
});
