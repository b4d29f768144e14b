import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { Analytics, AnalyticsQuery, SeriesName } from "#core/admin/analytics.ts";
import { COLUMNS } from "#core/admin/analytics-charts.ts";
import { loadDemoCommunity } from "#server/demo/index.ts";
import { createLog } from "#server/platform/log.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { createAnalytics } from "./index.ts";
import { mergeCounts } from "./merge-counts.ts";

const WEEK: AnalyticsQuery = { period: "day", length: 7 };

let site: AppFixture;
let admin: Member;
beforeAll(async () => {
  site = await createAppFixture();
  admin = { ...(await site.register()), role: "admin" };
  await site.database.pool.query("update public.user_roles set role = 'admin' where user_id = $1", [
    admin.id,
  ]);
});
afterAll(() => site.end());

const read = (query = WEEK) => site.app.admin.analytics.read(admin, query);

/** Measures how an action changes today's counts. */
async function measureChange(action: () => Promise<unknown>): Promise<Partial<Record<SeriesName, number>>> {
  const before = await read();
  await action();
  const after = await read();
  const getToday = ({ series }: Analytics, name: SeriesName) => series[name].values.at(-1) ?? 0;
  const changes = COLUMNS.map(
    ({ series }) => [series, getToday(after, series) - getToday(before, series)] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

const createPost = (author: Member) =>
  site.app.forum.createPost(author, { title: "A post", content: "Some words.", category: "tech", tags: [] });

test("activity is counted on the day it happens, even if it's deleted, changed or withdrawn later", async () => {
  let author = admin;
  let reader = admin;
  expect(
    await measureChange(async () => {
      author = await site.register();
      reader = await site.register();
    }),
  ).toEqual({ members: 2, membersTotal: 2, signIns: 2 });

  const { forum } = site.app;
  let postId = "";
  let commentId = "";
  expect(
    await measureChange(async () => {
      postId = (await createPost(author)).id;
      commentId = (await forum.addComment(reader, { postId, content: "A comment." })).id;
      await forum.voteOnPost(reader, { postId, voteType: 1, rule: "toggle" });
      await forum.voteOnPost(reader, { postId, voteType: -1, rule: "toggle" });
      await forum.voteOnPost(reader, { postId, voteType: -1, rule: "toggle" });
      await forum.voteOnComment(author, { commentId, voteType: 1 });
    }),
  ).toEqual({ posts: 1, postsShown: 1, comments: 1, postVotes: 1, commentVotes: 1 });

  expect(
    await measureChange(async () => {
      await forum.deleteComment(reader, commentId);
      await forum.deletePost(author, postId);
    }),
  ).toEqual({ postsShown: -1 });
});

test("deleting a member reduces the total, but the member still counts as joined", async () => {
  const member = await site.register();
  expect(
    await measureChange(() =>
      site.app.admin.users.delete(admin, member.id, {
        content: "keep",
        confirmation: member.username,
        reason: "Spam.",
      }),
    ),
  ).toEqual({ membersTotal: -1 });
  const { series } = await read();
  expect(series.membersTotal.total).toBe((await site.app.admin.readSiteFigures(admin)).totalUsers);
});

test("reports and decisions are counted, and the time to resolve is measured", async () => {
  const [author, firstReporter, secondReporter] = [
    await site.register(),
    await site.register(),
    await site.register(),
  ];
  const { id } = await createPost(author);
  const report = (reporter: Member) =>
    site.app.reports.submitReport(reporter, { kind: "post", id, reason: "spam", text: "" });
  expect(
    await measureChange(async () => {
      await report(firstReporter);
      await report(secondReporter);
    }),
  ).toEqual({ reports: 2 });

  await site.database.pool.query(
    "update public.report_groups set first_reported_at = first_reported_at - interval '30 hours'",
  );
  const [group] = (await site.app.admin.reports.list(admin, { state: "open", sort: "newest", cursor: null }))
    .groups;
  const change = await measureChange(() =>
    site.app.admin.reports.decide(admin, {
      groupId: group?.id ?? "",
      action: "dismiss",
      conclusion: "An opinion.",
      alsoRemove: false,
      title: "",
      content: "",
      term: "",
    }),
  );
  expect(change).toEqual({ decided: 1, resolveHours: expect.closeTo(30, 1) });
  const { resolveHours } = (await read()).series;
  expect(resolveHours.total).toBeCloseTo(30, 1);
  expect(resolveHours.previous).toBeNull();
  expect(resolveHours.values.slice(0, -1)).toEqual(Array(6).fill(null));
});

test("articles are counted when they are added, except samples, and not again when they are unhidden", async () => {
  const insertArticle = (lastDigit: number, isSample: boolean) =>
    site.database.pool.query(
      `insert into public.news_articles (id, title, content, category, published_at, created_at, source, identity, content_digest, is_sample)
       values ($1::uuid, 'An article', 'Some words', 'ai', '2020-01-01', $2, 'A source', $1::uuid::text, '', $3)`,
      [`a0000000-0000-4000-8000-00000000000${lastDigit}`, site.clock.now(), isSample],
    );
  expect(
    await measureChange(async () => {
      await insertArticle(1, false);
      await insertArticle(2, true);
    }),
  ).toEqual({ articles: 1 });
  const id = "a0000000-0000-4000-8000-000000000001";
  expect(
    await measureChange(async () => {
      await site.app.admin.content.hideArticle(admin, { id });
      await site.app.admin.content.unhideArticle(admin, { id });
    }),
  ).toEqual({});
});

test("concurrent activity is counted completely while counts are being merged", async () => {
  const { id: postId } = await createPost(admin);
  const before = (await read()).series.comments.values.at(-1) ?? 0;
  let isDone = false;
  const mergePromise = (async () => {
    while (!isDone) {
      await mergeCounts(site);
      const { values } = (await read()).series.comments;
      // Readers never see a count below the initial one, not even during a merge.
      expect(values.at(-1)).toBeGreaterThanOrEqual(before);
    }
  })();
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      site.app.forum.addComment(admin, { postId, content: `Comment ${index}.` }),
    ),
  );
  isDone = true;
  await mergePromise;
  expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
  await mergeCounts(site);
  expect((await read()).series.comments.values.at(-1)).toBe(before + 40);
  const { rows } = await site.database.pool.query("select 1 from public.activity_pending");
  expect(rows).toEqual([]);
});

const BROWSER = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/146.0" };
const POST_PATH = "/forum/c0000000-0000-4000-8000-000000000001";

test("only pages opened by a person are counted, each exactly once", async () => {
  const open = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    site.http.request(path, { method, headers: { ...BROWSER, ...headers } });
  const change = await measureChange(async () => {
    await open(POST_PATH);
    await open(`${POST_PATH}.data`, { Referer: "http://lattice.test/forum?sort=top" });
    await open("/news/a0000000-0000-4000-8000-000000000001");
    await open("/");
    await open("/_root.data", { Referer: "http://lattice.test/wallet" });
    await open("/u/ada");
    await open("/forum", { "Sec-Fetch-Site": "same-origin" }, "HEAD");

    await open(`${POST_PATH}.data`, { Referer: `http://lattice.test${POST_PATH}#comment-1` });
    await open("/forum.data?sort=new", { Referer: "http://lattice.test/forum" });
    await open("/forum", { "Sec-Purpose": "prefetch" });
    await open("/forum", { "User-Agent": "Googlebot/2.1" });
    await open("/forum", { "User-Agent": "" });
    await open("/forum", {}, "HEAD");
    await open("/admin");
    await open("/settings");
    await open("/assets/none.js");
    await Promise.all([site.app.analytics.views.write(), site.app.analytics.views.close()]);
  });
  expect(change).toEqual({ postViews: 2, articleViews: 1, pageViews: 4 });
});

test("views that couldn't be written are included in the next write, and closing writes the rest", async () => {
  const ownDatabase = await createTestDatabase();
  const { views, administration } = createAnalytics({
    database: ownDatabase,
    clock: site.clock,
    log: createLog("silent"),
  });
  const countView = () =>
    views.count(
      {
        path: POST_PATH,
        address: "203.0.113.7",
        userAgent: BROWSER["User-Agent"],
        referer: undefined,
        isSeen: true,
        isMember: false,
      },
      { status: 200 },
    );
  await ownDatabase.pool.query("alter table public.activity_pending rename to elsewhere");
  countView();
  await views.write();
  await ownDatabase.pool.query("alter table public.elsewhere rename to activity_pending");
  countView();
  await views.close();
  expect((await administration.read(admin, WEEK)).series.postViews.total).toBe(2);
  await ownDatabase.drop();
});

test("values before counting began are unknown", async () => {
  await site.database.pool.query("update public.activity_since set day = $1", [
    new Date(site.clock.now().getTime() - 2 * 86_400_000),
  ]);
  const { signIns, comments } = (await read()).series;
  expect(signIns.values.map((value) => value === null)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(signIns.previous).toBeNull();
  expect(comments.values).not.toContain(null);
  expect(comments.previous).toBe(0);
});

test("totals are the same by day, week and month, and take one statement each", async () => {
  const totals = [];
  for (const query of [WEEK, { period: "week", length: 12 }, { period: "month", length: 6 }] as const) {
    const { analytics, statements } = await runInRequestScope("a request", async () => ({
      analytics: await read(query),
      statements: getRequestScope()?.statements,
    }));
    expect(statements).toBe(1);
    expect(analytics.spans).toHaveLength(query.length);
    for (const { series } of COLUMNS) expect(analytics.series[series].values).toHaveLength(query.length);
    totals.push(COLUMNS.map(({ series }) => [series, analytics.series[series].total]));
  }
  expect(totals[1]).toEqual(totals[0]);
  expect(totals[2]).toEqual(totals[0]);
});

test("the demo community has charts as soon as it is loaded", async () => {
  const database = await createTestDatabase();
  const now = new Date("2026-06-15T12:00:00Z");
  const deps = { database, clock: { now: () => now }, log: createLog("silent") };
  await loadDemoCommunity({ ...deps, hashPassword: async () => "x" });
  const { series } = await createAnalytics(deps).administration.read(admin, { period: "month", length: 24 });
  const { rows } = await database.pool.query(`select
    (select count(*)::int from public.forum_posts) as posts, (select count(*)::int from public.comments) as comments,
    (select count(*)::int from public.votes) as "postVotes", (select count(*)::int from public.profiles) as members,
    (select count(*)::int from public.comment_votes) as "commentVotes", (select count(*)::int from public.reports) as reports`);
  const totals = Object.fromEntries(
    Object.keys(rows[0]).map((name) => [name, series[name as SeriesName].total]),
  );
  expect(totals).toEqual(rows[0]);
  expect(series.posts.values).toEqual(series.postsShown.values);
  expect(series.membersTotal.total).toBe(rows[0].members);
  await database.drop();
});
