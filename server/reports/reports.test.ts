import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { openReports, type ReportFixture } from "./testing.ts";

let on: ReportFixture;
let author: Member;
let reader: Member;
let other: Member;
let admin: Member;
beforeAll(async () => {
  on = await openReports();
  author = await on.person();
  reader = await on.person();
  other = await on.person();
  admin = await on.person("admin");
});
afterAll(() => on.end());

const open = { state: "open", sort: "newest", cursor: null } as const;
const refused = (code: string) => ({ name: "AppError", code });

test("open reports form one group per target, with a count per reason", async () => {
  const post = await on.post(author, { title: "Buy my coin", content: "It goes up." });
  const comment = await on.comment(author, post);
  await on.report(reader, "post", post);
  await on.report(other, "post", post, "other", "  Sold me\r\nnothing. ");
  await on.report(reader, "comment", comment, "harassment");
  await on.report(reader, "profile", author.id, "misinformation");

  const { groups } = await on.app.admin.reports.list(admin, open);
  expect(
    groups.map(({ kind, name, reasons, reportCount }) => ({ kind, name, reasons, reportCount })),
  ).toEqual([
    { kind: "profile", name: author.username, reasons: { misinformation: 1 }, reportCount: 1 },
    { kind: "comment", name: "Buy my coin", reasons: { harassment: 1 }, reportCount: 1 },
    { kind: "post", name: "Buy my coin", reasons: { spam: 1, other: 1 }, reportCount: 2 },
  ]);
  const most = await on.app.admin.reports.list(admin, { ...open, sort: "most" });
  expect(most.groups[0]).toMatchObject({ kind: "post", author: { username: author.username } });
  expect((await on.app.admin.stats(admin)).reports).toBe(3);

  const review = await on.app.admin.reports.review(admin, await on.groupOn(post));
  expect(review).toMatchObject({
    target: { path: `/forum/${post}`, title: "Buy my coin", content: "It goes up.", isGone: false },
    originalText: null,
    record: {
      username: author.username,
      postCount: 1,
      commentCount: 1,
      upheld: 0,
      dismissed: 0,
      warnings: 0,
    },
    reports: [
      { reason: "other", text: "Sold me\nnothing.", reporter: other.username },
      { reason: "spam", text: "", reporter: reader.username },
    ],
    pastOutcomes: [],
    outcome: null,
  });
  const below = await on.app.admin.reports.review(admin, await on.groupOn(comment));
  expect(below.target).toMatchObject({
    path: `/forum/${post}/comments/${comment}`,
    thread: { title: "Buy my coin", path: `/forum/${post}` },
  });
});

test("a review shows the text as it was reported, even after an edit", async () => {
  const post = await on.post(author, { title: "Kind words", content: "You are all fools." });
  await on.report(reader, "post", post, "harassment");
  const edit = { id: post, title: "Kind words", content: "I love you all.", category: "tech", tags: [] };
  await on.app.forum.editPost(author, edit);
  const review = await on.app.admin.reports.review(admin, await on.groupOn(post));
  expect(review.originalText).toBe("Kind words\n\nYou are all fools.");
  expect(review.target?.content).toBe("I love you all.");
});

test("a member can report a target only once, even with simultaneous requests", async () => {
  const post = await on.post(author);
  const tries = await Promise.allSettled([1, 2, 3].map(() => on.report(reader, "post", post)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(on.report(reader, "post", post, "other", "Again")).rejects.toMatchObject(
    refused("already_reported"),
  );
  const review = await on.app.admin.reports.review(admin, await on.groupOn(post));
  expect([review.reportCount, review.reports.length]).toEqual([1, 1]);
});

test("two simultaneous reports form one group of two", async () => {
  for (let round = 0; round < 5; round += 1) {
    const post = await on.post(author);
    await Promise.all([on.report(reader, "post", post), on.report(other, "post", post)]);
    const review = await on.app.admin.reports.review(admin, await on.groupOn(post));
    expect([review.reportCount, review.reports.length]).toEqual([2, 2]);
  }
});

test("invalid reports are rejected and not stored", async () => {
  const post = await on.post(author);
  const gone = await on.post(author);
  const comment = await on.comment(author, gone);
  await on.app.forum.deletePost(author, gone);
  const before = await on.database.pool.query("select count(*) from public.report_groups");
  const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
  const given = { kind: "post", id: post, reason: "spam", text: "" };
  const report = (change: object, viewer: Member | null = reader) =>
    on.app.reports.submitReport(viewer, { ...given, ...change });

  await expect(report({}, null)).rejects.toMatchObject(refused("not_signed_in"));
  await expect(report({}, author)).rejects.toMatchObject(refused("own_report"));
  await expect(report({ kind: "profile", id: author.id }, author)).rejects.toMatchObject(
    refused("own_report"),
  );
  await expect(report({ kind: "article" })).rejects.toMatchObject(refused("invalid_input"));
  await expect(report({ id: gone })).rejects.toMatchObject(refused("post_not_found"));
  await expect(report({ id: UNKNOWN_ID })).rejects.toMatchObject(refused("post_not_found"));
  await expect(report({ id: "1; drop" })).rejects.toMatchObject(refused("post_not_found"));
  await expect(report({ kind: "comment", id: comment })).rejects.toMatchObject(refused("comment_not_found"));
  await expect(report({ kind: "profile", id: UNKNOWN_ID })).rejects.toMatchObject(
    refused("member_not_found"),
  );
  for (const reason of ["", "boring", "toString"])
    await expect(report({ reason })).rejects.toMatchObject({
      code: "missing_information",
      fields: { reason: "Choose a reason." },
    });
  for (const text of ["", "  \n", "\u200B\u200D"])
    await expect(report({ reason: "other", text })).rejects.toMatchObject({
      code: "missing_information",
      fields: { text: "Tell us what's wrong." },
    });
  await expect(report({ text: "ö".repeat(501) })).rejects.toMatchObject({
    code: "invalid_input",
    fields: { text: "A report may have at most 500 characters; this one has 501." },
  });
  const left = { ...reader, id: UNKNOWN_ID };
  await expect(report({}, left)).rejects.toMatchObject(refused("not_signed_in"));
  expect((await on.database.pool.query("select count(*) from public.report_groups")).rows).toEqual(
    before.rows,
  );
});

test("the report page shows the target and whether it was already reported", async () => {
  const post = await on.post(author, { title: "About this" });
  const ask = (viewer: Member | null) =>
    on.app.reports.describeReportable(viewer, { kind: "post", id: post });
  expect(await ask(reader)).toEqual({
    kind: "post",
    id: post,
    name: "About this",
    path: `/forum/${post}`,
    isOwn: false,
    isReported: false,
  });
  await on.report(reader, "post", post);
  expect(await ask(reader)).toMatchObject({ isReported: true });
  expect(await ask(author)).toMatchObject({ isOwn: true, isReported: false });
  await expect(ask(null)).rejects.toMatchObject(refused("not_signed_in"));
});

test("the queue can be paged in each sort order", async () => {
  const many = await openReports();
  const [writer, one, boss] = [await many.person(), await many.person(), await many.person("admin")];
  const ids: string[] = [];
  for (let at = 0; at < 23; at += 1) {
    const post = await many.post(writer);
    await many.report(one, "post", post);
    ids.unshift(await many.groupOn(post));
  }
  for (const sort of ["newest", "most"] as const) {
    const first = await many.app.admin.reports.list(boss, { state: "open", sort, cursor: null });
    expect(first.groups).toHaveLength(20);
    const cursor = first.nextCursor;
    const second = await many.app.admin.reports.list(boss, { state: "open", sort, cursor });
    expect(second.nextCursor).toBeNull();
    expect([...first.groups, ...second.groups].map(({ id }) => id)).toEqual(ids);
  }
  for (const cursor of ["x", "1", `1.2.3.${ids[0]}`, `${"9".repeat(30)}.${ids[0]}`]) {
    const page = await many.app.admin.reports.list(boss, { state: "open", sort: "newest", cursor });
    expect(page.groups[0]?.id).toBe(ids[0]);
  }
  await many.end();
});

test("a member can report twenty targets a day", async () => {
  const limited = await openReports({ AUTH_RATE_LIMITS: "on" });
  const [writer, one] = [await limited.person("admin"), await limited.person()];
  const post = await limited.post(writer);
  const targets: string[] = [];
  for (let at = 0; at < 21; at += 1) targets.push(await limited.comment(writer, post, `Comment ${at}`));
  for (const id of targets.slice(0, 20)) await limited.report(one, "comment", id);
  await expect(limited.report(one, "comment", targets[20] ?? "")).rejects.toMatchObject({
    code: "too_many_requests",
    message: "You can report up to 20 items a day. Please try again tomorrow.",
  });
  await limited.end();
});
