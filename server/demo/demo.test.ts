import { afterAll, beforeAll, expect, test } from "vitest";
import { POST_CATEGORIES } from "#core/forum/categories.ts";
import { parseCommentInput, parsePostInput } from "#core/forum/post-input.ts";
import { parseReport } from "#core/reports/report-input.ts";
import { createAuth } from "#server/auth/index.ts";
import { readConfig } from "#server/config.ts";
import { createMailer } from "#server/email/index.ts";
import { createForum } from "#server/forum/index.ts";
import { createLog } from "#server/platform/log.ts";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { DEMO_POSTS } from "./all-posts.ts";
import { DEMO_PASSWORD, loadDemoCommunity, prepareDemo } from "./index.ts";
import { DEMO_MEMBERS } from "./members.ts";
import { DEMO_READERS } from "./readers.ts";
import { DEMO_REPORTS } from "./reports.ts";
import type { DemoComment, MemberName } from "./types.ts";

const log = createLog("silent");
const clock = { now: () => new Date("2026-06-15T12:00:00Z") };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Contribution {
  readonly author: MemberName;
  readonly upvoters?: readonly MemberName[];
  readonly downvoters?: readonly MemberName[];
}

/** Yields every comment with the time of its parent, in hours after the post. */
function* walkComments(
  comments: readonly DemoComment[],
  parentHours = 0,
): Generator<{ comment: DemoComment; parentHours: number }> {
  for (const comment of comments) {
    yield { comment, parentHours };
    yield* walkComments(comment.replies ?? [], comment.hoursAfter);
  }
}

test("every post would be accepted by the post form", () => {
  for (const { author, title, content, category, tags } of DEMO_POSTS) {
    const parsedPost = parsePostInput({ title, content, category, tags });
    expect(parsedPost.title, title).toBe(title);
    expect(parsedPost.tags, title).toEqual(tags);
    expect(tags.join(), title).toBe(tags.join().toLowerCase());
    expect(DEMO_MEMBERS.map((member) => member.username)).toContain(author);
  }
  expect(new Set(DEMO_POSTS.map((post) => post.title)).size).toBe(DEMO_POSTS.length);
});

test("every comment would be accepted, and comes after its parent and before now", () => {
  for (const post of DEMO_POSTS) {
    for (const { comment, parentHours } of walkComments(post.comments ?? [])) {
      const label = `${post.title} / ${comment.text.slice(0, 40)}`;
      expect(parseCommentInput(comment.text).length, label).toBeGreaterThan(0);
      expect(comment.hoursAfter, label).toBeGreaterThan(parentHours);
      expect(comment.hoursAfter, label).toBeLessThanOrEqual(post.hoursAgo);
    }
  }
});

test("members write after joining, and no one votes twice or for themselves", () => {
  const joinedHoursAgo = new Map(DEMO_MEMBERS.map((member) => [member.username, member.joinedDaysAgo * 24]));
  const check = (contribution: Contribution, hoursAgo: number, label: string) => {
    expect(hoursAgo, label).toBeGreaterThanOrEqual(0);
    expect(hoursAgo, `${label} by ${contribution.author}`).toBeLessThan(
      joinedHoursAgo.get(contribution.author) ?? 0,
    );
    const voters = [...(contribution.upvoters ?? []), ...(contribution.downvoters ?? [])];
    expect(new Set(voters).size, label).toBe(voters.length);
    expect(voters, label).not.toContain(contribution.author);
  };
  for (const post of DEMO_POSTS) {
    expect(post.hoursAgo, post.title).toBeGreaterThanOrEqual(0.3);
    expect(post.hoursAgo, post.title).toBeLessThanOrEqual(2160);
    check(post, post.hoursAgo, post.title);
    for (const { comment } of walkComments(post.comments ?? [])) {
      check(comment, post.hoursAgo - comment.hoursAfter, `${post.title} / ${comment.text.slice(0, 40)}`);
    }
  }
});

test("the community is large and varied enough to look alive", () => {
  expect(DEMO_POSTS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(DEMO_POSTS.map((post) => post.category))).toEqual(new Set(POST_CATEGORIES));
  const comments = DEMO_POSTS.flatMap((post) => [...walkComments(post.comments ?? [])]);
  const allUsernames = new Set(DEMO_MEMBERS.map((member) => member.username));
  expect(new Set(DEMO_POSTS.map((post) => post.author))).toEqual(allUsernames);
  expect(new Set(comments.map(({ comment }) => comment.author))).toEqual(allUsernames);
  // Pinned posts come first, so an old one would make the site look abandoned.
  const pinnedPosts = DEMO_POSTS.filter((post) => post.isPinned);
  expect(pinnedPosts.length).toBe(1);
  expect(pinnedPosts[0]?.hoursAgo).toBeLessThan(48);
  expect(DEMO_POSTS.some((post) => post.isLocked)).toBe(true);
  const measureDepth = (list: readonly DemoComment[]): number =>
    list.length === 0 ? 0 : 1 + Math.max(...list.map((comment) => measureDepth(comment.replies ?? [])));
  expect(Math.max(...DEMO_POSTS.map((post) => measureDepth(post.comments ?? [])))).toBeGreaterThanOrEqual(4);
});

test("the demo community is loaded once, only if enabled, with consistent counts", async () => {
  const lines: string[] = [];
  const prepare = (isEnabled: boolean) =>
    prepareDemo({ isEnabled, database, log, clock, print: (line) => lines.push(line) });
  expect(await prepare(false)).toBe(false);
  expect(await Promise.all([prepare(true), prepare(true)])).toEqual([true, true]);
  expect(await prepare(true)).toBe(true);
  expect(await prepare(false)).toBe(true);
  expect(lines).toEqual([
    `Created the demo community: ${DEMO_POSTS.length} posts by ${DEMO_MEMBERS.length} members.`,
  ]);

  const forum = createForum({ database, clock, limits: null });
  expect(await forum.recountForum({ repair: false })).toEqual([]);
  expect((await forum.readCommunity()).figures).toMatchObject({
    totalPosts: DEMO_POSTS.length,
    members: DEMO_MEMBERS.length,
  });
  const { rows } = await database.pool.query(
    "select p.username from user_roles r join profiles p on p.id = r.user_id where r.role = 'admin'",
  );
  expect(rows).toEqual([{ username: "admin" }]);
});

test("the accounts for trying out the demo each have three unread notifications of different kinds, and no member is notified of their own action", async () => {
  const { rows } = await database.pool.query(
    `select p.username, count(*)::int as unread, count(distinct n.kind)::int as kinds
     from notifications n join profiles p on p.id = n.member_id
     where n.read_at is null and p.username = any ($1) group by 1 order by 1`,
    [["admin", "mara_lindqvist"]],
  );
  expect(rows).toEqual(["admin", "mara_lindqvist"].map((username) => ({ username, unread: 3, kinds: 3 })));
  const { rows: unexpectedRows } = await database.pool.query(
    `select n.id from notifications n join forum_posts p on p.id = n.post_id left join comments c on c.id = n.comment_id
     where n.at > $1 or (n.kind in ('reply', 'mention', 'thread') and n.member_id = coalesce(c.author_id, p.author_id))
       or (n.kind = 'votes' and n.member_id <> coalesce(c.author_id, p.author_id))`,
    [clock.now()],
  );
  expect(unexpectedRows).toEqual([]);
});

test("there is one open report for each reason in the specification", async () => {
  const { rows } = await database.pool.query(
    `select r.reason, g.target_kind, g.report_count, g.author_id is not null and g.author_id <> r.reporter_id as is_by_other_member,
       g.original_text = coalesce(c.content, p.title || E'\\n\\n' || p.content) as is_original_text,
       r.created_at > p.created_at as is_after_post
     from reports r join report_groups g on g.id = r.group_id and g.decided_at is null
     left join comments c on c.id = g.target_id join forum_posts p on p.id in (g.target_id, c.post_id)
     order by r.created_at`,
  );
  const commonFields = {
    report_count: 1,
    is_by_other_member: true,
    is_original_text: true,
    is_after_post: true,
  };
  expect(rows).toEqual([
    { reason: "spam", target_kind: "post", ...commonFields },
    { reason: "harassment", target_kind: "comment", ...commonFields },
    { reason: "misinformation", target_kind: "post", ...commonFields },
  ]);
  for (const { reason, text } of DEMO_REPORTS)
    expect(parseReport({ reason, text })).toEqual({ reason, text });
});

test("the accounts for trying out the demo have new comments, followed and muted threads, and saved posts", async () => {
  for (const { member, follows, saved, mutes } of DEMO_READERS) {
    const { rows } = await database.pool.query(
      `select count(*) filter (where f.state = 'following' and p.title = any ($2))::int as followed,
         count(*) filter (where f.state = 'muted')::int as muted, count(s)::int as saved,
         count(*) filter (where exists (select from comments c where c.post_id = v.post_id
           and c.created_at > v.seen_at and c.author_id <> m.id))::int as with_new_comments,
         bool_and(least(f.created_at, s.saved_at, p.created_at) = p.created_at) as is_after_post
       from profiles m cross join forum_posts p
       left join thread_follows f on f.member_id = m.id and f.post_id = p.id
       left join saved_posts s on s.member_id = m.id and s.post_id = p.id
       left join post_visits v on v.member_id = m.id and v.post_id = p.id
       where m.username = $1`,
      [member, follows],
    );
    expect(rows).toEqual([
      {
        followed: follows.length,
        muted: mutes.length,
        saved: saved.length,
        with_new_comments: expect.any(Number),
        is_after_post: true,
      },
    ]);
    expect(rows[0].with_new_comments).toBeGreaterThan(1);
  }
});

test("the demo administrator can sign in with the password from the hint, and demo usernames are taken", async () => {
  const config = readConfig({ PUBLIC_URL: "http://lattice.test" });
  const limits = createRateLimits(database.pool, { enabled: false });
  const mailer = createMailer({ database, log, clock, config });
  const auth = await createAuth({ database, log, clock, limits, mailer, config });
  const client = { ip: "127.0.0.1", userAgent: null };
  const session = await auth.signInWithPassword(
    { email: "admin@lattice.example", password: DEMO_PASSWORD },
    client,
  );
  expect(session.user.user_metadata).toMatchObject({ username: "admin" });
  await expect(
    auth.signUp({ email: "new@example.org", password: "another secret", username: "Mara_Lindqvist" }, client),
  ).rejects.toMatchObject({ code: "username_taken" });
});

test("a database with users isn't changed", async () => {
  const otherDatabase = await createTestDatabase();
  try {
    await otherDatabase.pool.query("insert into auth.users (email) values ('first@example.org')");
    const deps = { database: otherDatabase, log, clock, hashPassword: async () => "unused" };
    expect(await loadDemoCommunity(deps)).toBeNull();
    expect((await otherDatabase.pool.query("select count(*)::int as n from forum_posts")).rows[0].n).toBe(0);
  } finally {
    await otherDatabase.drop();
  }
});
