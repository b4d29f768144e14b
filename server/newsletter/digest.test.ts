import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createMailer, type Mailer } from "#server/email/index.ts";
import { createLog } from "#server/platform/log.ts";
import { createSignedIds } from "#server/platform/signed-ids.ts";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { startSmtp, type TestSmtp } from "#server/testing/smtp.ts";
import { createNewsletter, type Newsletter } from "./index.ts";

const MONDAY = "2026-11-23";
let database: TestDatabase;
let author: Member;
let admin: Member;
let smtp: TestSmtp;
let now = new Date(0);
const mailers: Mailer[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  author = await insertMember(database, "writer");
  admin = await insertMember(database, "the_boss", { role: "admin" });
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date(`${MONDAY}T08:00:00Z`);
  smtp = await startSmtp();
  await query(
    "truncate email.outbox, public.newsletter_subscribers, public.newsletter_issues, public.audit_log, public.forum_posts, public.news_articles cascade",
  );
});
afterEach(async () => {
  for (const mailer of mailers.splice(0)) await mailer.stop();
  await smtp.stop();
});

const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

/** Creates the newsletter of one of several instances on the same database. */
function createInstance(): Newsletter & { readonly mailer: Mailer } {
  const log = createLog("silent");
  const clock = { now: () => now };
  const publicUrl = "https://lattice.test";
  const mailer = createMailer({
    database,
    log,
    clock,
    config: { publicUrl, email: { smtpUrl: smtp.url, from: undefined } },
  });
  mailers.push(mailer);
  const limits = createRateLimits(database.pool, { enabled: false });
  const signedIds = createSignedIds("s");
  return {
    ...createNewsletter({ database, log, clock, limits, mailer, signedIds, publicUrl }),
    mailer,
  };
}

async function subscribe(count: number, confirmedAt = "2026-11-01T00:00:00Z"): Promise<void> {
  await query(
    `insert into public.newsletter_subscribers (email, requested_at, confirmed_at)
     select 'reader' || n || '@example.org', $2::timestamptz, $2::timestamptz from generate_series(1, $1::int) n`,
    [count, confirmedAt],
  );
}

async function createPost(
  title: string,
  { upvotes = 1, downvotes = 0, at = "2026-11-20T12:00:00Z" } = {},
): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into public.forum_posts (id, title, content, category, tags, author_id, created_at, upvotes, downvotes, hot_rank)
     values ($1, $2, 'Text', 'ai', '{}', $3, $4, $5, $6, 0)`,
    [id, title, author.id, at, upvotes, downvotes],
  );
  return id;
}

async function createArticle(
  title: string,
  { views = 1, isSample = false, at = "2026-11-20T12:00:00Z" } = {},
): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into public.news_articles (id, title, content, category, published_at, source, identity, content_digest, views, is_sample)
     values ($1, $2, 'Text', 'quantum', $3, 'A source', $6, 's', $4, $5)`,
    [id, title, at, views, isSample, id],
  );
  return id;
}

const listRecipients = async () =>
  (await query("select recipient from email.outbox where kind = 'digest' order by recipient")).map(
    ({ recipient }) => recipient,
  );
const listIssues = () => query("select week::text, recipients, finished_at from public.newsletter_issues");

describe("the weekly issue", () => {
  test("contains the best content of the past seven days as text and HTML, and an unsubscribe link", async () => {
    await subscribe(1);
    await createPost("From last month", { upvotes: 90, at: "2026-10-20T12:00:00Z" });
    await createPost("Too new", { upvotes: 90, at: `${MONDAY}T08:00:00Z` });
    await createPost("Disliked", { downvotes: 5 });
    await createPost("Liked", { upvotes: 3 });
    const bestPostId = await createPost('Best <b>"ever"</b> & more', { upvotes: 8 });
    await createArticle("A sample", { isSample: true, views: 99 });
    const articleId = await createArticle("A story");
    const instance = createInstance();
    expect(await instance.sendIssue()).toBe(1);
    while ((await instance.mailer.sendDue()) > 0);
    const [email] = smtp.emails;
    expect(email?.recipient).toBe("reader1@example.org");
    expect(email?.subject).toBe('This week on Lattice: Best <b>"ever"</b> & more');
    expect(email?.text).toContain(`https://lattice.test/forum/${bestPostId}`);
    expect(email?.text).toContain(`https://lattice.test/news/${articleId}`);
    expect(email?.text?.indexOf("Best")).toBeLessThan(email?.text?.indexOf("Liked") ?? 0);
    for (const title of ["From last month", "Too new", "Disliked", "A sample"])
      expect(email?.text).not.toContain(title);
    expect(email?.html).toContain("Best &lt;b&gt;&quot;ever&quot;&lt;/b&gt; &amp; more");
    expect(email?.html).not.toMatch(/<b>|src=|<script|url\(/);
    const getHeader = (key: string) => email?.headers.find((candidate) => candidate.key === key)?.value;
    expect(getHeader("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const link = /^<(https:\/\/lattice\.test\/newsletter\/unsubscribe\?token=(\S+))>$/.exec(
      getHeader("list-unsubscribe") ?? "",
    );
    expect(email?.text).toContain(link?.[1]);
    expect(email?.html).toContain(`href="${link?.[1]}"`);
    expect(await instance.describeLink("unsubscribe", link?.[2] ?? "")).toEqual({
      email: "reader1@example.org",
    });
    expect(instance.isTestEmailLink(link?.[2] ?? "")).toBe(false);
    await instance.unsubscribe(link?.[2] ?? "");
    await instance.unsubscribe(link?.[2] ?? "");
    expect(await query("select from public.newsletter_subscribers")).toEqual([]);
    expect(await listIssues()).toMatchObject([{ week: MONDAY, recipients: 1, finished_at: now }]);
  });

  test("removes URLs from titles", async () => {
    await subscribe(1);
    await createPost("Claim at https://evil.example/claim today", { upvotes: 8 });
    await createArticle("A story of www.evil.example");
    const instance = createInstance();
    await instance.sendIssue();
    while ((await instance.mailer.sendDue()) > 0);
    const [email] = smtp.emails;
    expect(email?.subject).toBe("This week on Lattice: Claim at … today");
    expect(email?.text).toContain("A story of …");
    for (const part of [email?.text, email?.html]) expect(part).not.toContain("evil.example");
  });

  test("goes to each subscriber once, no matter how many instances and runs there are", async () => {
    await subscribe(120);
    await createPost("A post");
    const instances = [createInstance(), createInstance(), createInstance()];
    await Promise.all(instances.flatMap((instance) => [instance.sendIssue(), instance.sendIssue()]));
    now = new Date(`${MONDAY}T08:05:00Z`);
    await Promise.all(instances.map((instance) => instance.sendIssue()));
    const sentTo = await listRecipients();
    expect(sentTo).toHaveLength(120);
    expect(new Set(sentTo).size).toBe(120);
    expect(await listIssues()).toMatchObject([
      { week: MONDAY, recipients: 120, finished_at: expect.any(Date) },
    ]);
    now = new Date("2026-11-30T08:00:00Z");
    await createPost("Another", { at: "2026-11-25T12:00:00Z" });
    await Promise.all(instances.map((instance) => instance.sendIssue()));
    expect(await listRecipients()).toHaveLength(240);
  });

  test("continues after a crash, without content that has been deleted since", async () => {
    await subscribe(130);
    const deletedPostId = await createPost("Removed post", { upvotes: 9 });
    await createPost("Remaining post");
    // The first instance is killed during its second batch, which is rolled back.
    let queuedCount = 0;
    const killedInstance = createInstance();
    const { queue } = killedInstance.mailer;
    Object.assign(killedInstance.mailer, {
      async queue(...args: Parameters<Mailer["queue"]>) {
        queuedCount += 1;
        if (queuedCount > 70) throw new Error("killed");
        await queue(...args);
      },
    });
    await expect(killedInstance.sendIssue()).rejects.toThrow("killed");
    expect(await listRecipients()).toHaveLength(50);
    expect(await listIssues()).toMatchObject([{ recipients: 50, finished_at: null }]);
    await query("update public.forum_posts set deleted_at = now() where id = $1", [deletedPostId]);
    now = new Date(`${MONDAY}T09:00:00Z`);
    expect(await createInstance().sendIssue()).toBe(80);
    const sentTo = await listRecipients();
    expect(new Set(sentTo).size).toBe(130);
    expect(await query("select from email.outbox where body_text like '%Removed post%'")).toHaveLength(50);
  });

  test("is finished without emails if all of its content was deleted after it was composed", async () => {
    await subscribe(60);
    const deletedPostId = await createPost("Removed post");
    const instance = createInstance();
    // The issue is composed, but no batch is queued.
    expect(await instance.sendIssue(AbortSignal.abort())).toBe(0);
    expect(await listIssues()).toMatchObject([{ recipients: 0, finished_at: null }]);
    await query("update public.forum_posts set deleted_at = now() where id = $1", [deletedPostId]);
    expect(await instance.sendIssue()).toBe(0);
    expect(await listRecipients()).toEqual([]);
    expect(await listIssues()).toMatchObject([{ recipients: 0, finished_at: now }]);
  });

  test("is sent neither early nor to subscribers who confirmed after it was due", async () => {
    await subscribe(1, `${MONDAY}T08:00:01Z`);
    await createPost("A post");
    now = new Date(`${MONDAY}T12:00:00Z`);
    expect(await createInstance().sendIssue()).toBe(0);
    expect(await listIssues()).toEqual([]);
    now = new Date("2026-11-30T07:59:59Z");
    expect(await createInstance().sendIssue()).toBe(0);
  });

  test("is not sent if there was no content when it was due, or if it is days too late", async () => {
    await subscribe(2);
    expect(await createInstance().sendIssue()).toBe(0);
    expect(await listIssues()).toMatchObject([{ week: MONDAY, recipients: 0, finished_at: now }]);
    // The issue stays empty even if content from its week appears later.
    await createPost("Late", { at: "2026-11-22T12:00:00Z" });
    expect(await createInstance().sendIssue()).toBe(0);

    now = new Date("2026-12-04T08:00:00Z");
    await createPost("Another", { at: "2026-11-25T12:00:00Z" });
    expect(await createInstance().sendIssue()).toBe(0);
    expect(await listRecipients()).toEqual([]);
  });

  test("is not delivered to subscribers who unsubscribe while it is queued", async () => {
    await subscribe(3);
    await createPost("A post");
    const instance = createInstance();
    await instance.sendIssue();
    const [{ unsubscribe_url }] = await query(
      "select unsubscribe_url from email.outbox where recipient = 'reader2@example.org'",
    );
    await instance.unsubscribe(new URL(unsubscribe_url).searchParams.get("token") ?? "");
    while ((await instance.mailer.sendDue()) > 0);
    expect(smtp.emails.map(({ recipient }) => recipient).sort()).toEqual([
      "reader1@example.org",
      "reader3@example.org",
    ]);
  });

  test("lets urgent emails go first, and is queued in batches for a slow email server", async () => {
    await subscribe(700);
    await createPost("A post");
    const instance = createInstance();
    expect(await instance.sendIssue()).toBe(500);
    await database.db.transaction((tx) =>
      instance.mailer.queue(tx, {
        kind: "reauthentication",
        to: "ann@example.org",
        code: "123456",
        seconds: 60,
      }),
    );
    await instance.mailer.sendDue();
    expect(smtp.emails.map(({ recipient }) => recipient)).toContain("ann@example.org");
    expect(await instance.sendIssue()).toBe(50);
  });
});

describe("administrators", () => {
  test("see counts, a preview of the next issue and past issues, but no email addresses", async () => {
    await subscribe(3);
    await query(
      "insert into public.newsletter_subscribers (email, requested_at) values ('waits@example.org', now())",
    );
    const id = await createPost("A post");
    const instance = createInstance();
    await instance.sendIssue();
    const overview = await instance.administration.read(admin);
    expect(overview).toMatchObject({
      confirmedCount: 3,
      pendingCount: 1,
      isEmailConfigured: true,
      nextIssueAt: "2026-11-30T08:00:00.000Z",
      preview: {
        subject: "This week on Lattice: A post",
        digest: { posts: [{ id, score: 1, author: "writer" }] },
      },
      issues: [{ week: MONDAY, recipientCount: 3, postCount: 1, articleCount: 0, isFinished: true }],
    });
    expect(JSON.stringify(overview)).not.toContain("@example.org");
    // The screen only links to the email.
    expect(JSON.stringify(overview)).not.toContain("<body");
    expect(await instance.administration.readPreviewEmail(admin)).toContain("A post");
  });

  test("can send a test email only to themselves; this is logged, and the email's link doesn't end a subscription", async () => {
    await subscribe(3);
    await createPost("A post");
    const instance = createInstance();
    await instance.administration.sendTestEmail(admin);
    const [email, ...otherEmails] = await query("select * from email.outbox");
    expect(otherEmails).toEqual([]);
    expect(email).toMatchObject({ recipient: admin.email, kind: "digest" });
    expect(await query("select action, actor_name from public.audit_log")).toEqual([
      { action: "newsletter.sample", actor_name: "the_boss" },
    ]);
    const token = new URL(email.unsubscribe_url).searchParams.get("token") ?? "";
    expect(instance.isTestEmailLink(token)).toBe(true);
    await instance.unsubscribe(token);
    expect(await query("select from public.newsletter_subscribers")).toHaveLength(3);
    expect(await listIssues()).toEqual([]);
  });

  test("can't send a test email once they have been demoted, even if the request started earlier", async () => {
    await createPost("A post");
    const demotedAdmin = await insertMember(database, "demoted", { role: "admin" });
    await query("update public.user_roles set role = 'user' where user_id = $1", [demotedAdmin.id]);
    await expect(createInstance().administration.sendTestEmail(demotedAdmin)).rejects.toMatchObject({
      code: "access_denied",
    });
    expect(await query("select from email.outbox")).toEqual([]);
    expect(await query("select from public.audit_log")).toEqual([]);
  });

  test("get no preview and can't send a test email when there is no content; other members can never send one", async () => {
    const instance = createInstance();
    expect(await instance.administration.read(admin)).toMatchObject({ preview: null });
    expect(await instance.administration.readPreviewEmail(admin)).toBeNull();
    await expect(instance.administration.sendTestEmail(admin)).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(instance.administration.sendTestEmail({ ...admin, role: "user" })).rejects.toMatchObject({
      code: "access_denied",
    });
  });
});
