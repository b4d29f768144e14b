import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createReportFixture, type ReportFixture } from "./testing.ts";

let site: ReportFixture;
let author: Member;
let reader: Member;
let otherReader: Member;
let admin: Member;
beforeAll(async () => {
  site = await createReportFixture();
  author = await site.createMember();
  reader = await site.createMember();
  otherReader = await site.createMember();
  admin = await site.createMember("admin");
});
afterAll(() => site.end());

const openQuery = { state: "open", sort: "newest", cursor: null } as const;
const expectedError = (code: string) => ({ name: "AppError", code });

test("open reports form one group per target, with a count per reason", async () => {
  const postId = await site.createPost(author, { title: "Buy my coin", content: "It goes up." });
  const commentId = await site.addComment(author, postId);
  await site.report(reader, "post", postId);
  await site.report(otherReader, "post", postId, "other", "  Sold me\r\nnothing. ");
  await site.report(reader, "comment", commentId, "harassment");
  await site.report(reader, "profile", author.id, "misinformation");

  const { groups } = await site.app.admin.reports.list(admin, openQuery);
  expect(
    groups.map(({ kind, name, reasons, reportCount }) => ({ kind, name, reasons, reportCount })),
  ).toEqual([
    { kind: "profile", name: author.username, reasons: { misinformation: 1 }, reportCount: 1 },
    { kind: "comment", name: "Buy my coin", reasons: { harassment: 1 }, reportCount: 1 },
    { kind: "post", name: "Buy my coin", reasons: { spam: 1, other: 1 }, reportCount: 2 },
  ]);
  const mostReported = await site.app.admin.reports.list(admin, { ...openQuery, sort: "most" });
  expect(mostReported.groups[0]).toMatchObject({ kind: "post", author: { username: author.username } });
  expect((await site.app.admin.readSiteFigures(admin)).reports).toBe(3);

  const review = await site.app.admin.reports.review(admin, await site.findOpenGroupId(postId));
  expect(review).toMatchObject({
    target: { path: `/forum/${postId}`, title: "Buy my coin", content: "It goes up.", isDeleted: false },
    originalText: null,
    record: {
      username: author.username,
      postCount: 1,
      commentCount: 1,
      upheldCount: 0,
      dismissedCount: 0,
      warningCount: 0,
    },
    reports: [
      { reason: "other", text: "Sold me\nnothing.", reporter: otherReader.username },
      { reason: "spam", text: "", reporter: reader.username },
    ],
    pastOutcomes: [],
    outcome: null,
  });
  const commentReview = await site.app.admin.reports.review(admin, await site.findOpenGroupId(commentId));
  expect(commentReview.target).toMatchObject({
    path: `/forum/${postId}/comments/${commentId}`,
    thread: { title: "Buy my coin", path: `/forum/${postId}` },
  });
});

test("a review shows the text as it was reported, even after an edit", async () => {
  const postId = await site.createPost(author, { title: "Kind words", content: "You are all fools." });
  await site.report(reader, "post", postId, "harassment");
  const edit = { id: postId, title: "Kind words", content: "I love you all.", category: "tech", tags: [] };
  await site.app.forum.editPost(author, edit);
  const review = await site.app.admin.reports.review(admin, await site.findOpenGroupId(postId));
  expect(review.originalText).toBe("Kind words\n\nYou are all fools.");
  expect(review.target?.content).toBe("I love you all.");
});

test("a member can report a target only once, even with simultaneous requests", async () => {
  const postId = await site.createPost(author);
  const attempts = await Promise.allSettled([1, 2, 3].map(() => site.report(reader, "post", postId)));
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(site.report(reader, "post", postId, "other", "Again")).rejects.toMatchObject(
    expectedError("already_reported"),
  );
  const review = await site.app.admin.reports.review(admin, await site.findOpenGroupId(postId));
  expect([review.reportCount, review.reports.length]).toEqual([1, 1]);
});

test("two simultaneous reports form one group of two", async () => {
  for (let round = 0; round < 5; round += 1) {
    const postId = await site.createPost(author);
    await Promise.all([site.report(reader, "post", postId), site.report(otherReader, "post", postId)]);
    const review = await site.app.admin.reports.review(admin, await site.findOpenGroupId(postId));
    expect([review.reportCount, review.reports.length]).toEqual([2, 2]);
  }
});

test("invalid reports are rejected and not stored", async () => {
  const postId = await site.createPost(author);
  const deletedPostId = await site.createPost(author);
  const commentId = await site.addComment(author, deletedPostId);
  await site.app.forum.deletePost(author, deletedPostId);
  const before = await site.database.pool.query("select count(*) from public.report_groups");
  const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
  const validReport = { kind: "post", id: postId, reason: "spam", text: "" };
  const report = (change: object, viewer: Member | null = reader) =>
    site.app.reports.submitReport(viewer, { ...validReport, ...change });

  await expect(report({}, null)).rejects.toMatchObject(expectedError("not_signed_in"));
  await expect(report({}, author)).rejects.toMatchObject(expectedError("cannot_report_own"));
  await expect(report({ kind: "profile", id: author.id }, author)).rejects.toMatchObject(
    expectedError("cannot_report_own"),
  );
  await expect(report({ kind: "article" })).rejects.toMatchObject(expectedError("invalid_input"));
  await expect(report({ id: deletedPostId })).rejects.toMatchObject(expectedError("post_not_found"));
  await expect(report({ id: UNKNOWN_ID })).rejects.toMatchObject(expectedError("post_not_found"));
  await expect(report({ id: "1; drop" })).rejects.toMatchObject(expectedError("post_not_found"));
  await expect(report({ kind: "comment", id: commentId })).rejects.toMatchObject(
    expectedError("comment_not_found"),
  );
  await expect(report({ kind: "profile", id: UNKNOWN_ID })).rejects.toMatchObject(
    expectedError("member_not_found"),
  );
  for (const reason of ["", "boring", "toString"])
    await expect(report({ reason })).rejects.toMatchObject({
      code: "missing_information",
      fieldErrors: { reason: "Choose a reason." },
    });
  for (const text of ["", "  \n", "\u200B\u200D"])
    await expect(report({ reason: "other", text })).rejects.toMatchObject({
      code: "missing_information",
      fieldErrors: { text: "Tell us what's wrong." },
    });
  await expect(report({ text: "ö".repeat(501) })).rejects.toMatchObject({
    code: "invalid_input",
    fieldErrors: { text: "A report can have at most 500 characters. This one has 501." },
  });
  const deletedReader = { ...reader, id: UNKNOWN_ID };
  await expect(report({}, deletedReader)).rejects.toMatchObject(expectedError("not_signed_in"));
  expect((await site.database.pool.query("select count(*) from public.report_groups")).rows).toEqual(
    before.rows,
  );
});

test("the report page shows the target and whether the viewer has already reported it", async () => {
  const postId = await site.createPost(author, { title: "About this" });
  const describe = (viewer: Member | null) =>
    site.app.reports.describeReportable(viewer, { kind: "post", id: postId });
  expect(await describe(reader)).toEqual({
    kind: "post",
    id: postId,
    name: "About this",
    path: `/forum/${postId}`,
    isOwn: false,
    isReportedByViewer: false,
  });
  await site.report(reader, "post", postId);
  expect(await describe(reader)).toMatchObject({ isReportedByViewer: true });
  expect(await describe(author)).toMatchObject({ isOwn: true, isReportedByViewer: false });
  await expect(describe(null)).rejects.toMatchObject(expectedError("not_signed_in"));
});

test("open reports are listed in pages in each sort order", async () => {
  const otherSite = await createReportFixture();
  const [otherAuthor, reporter, otherAdmin] = [
    await otherSite.createMember(),
    await otherSite.createMember(),
    await otherSite.createMember("admin"),
  ];
  const groupIds: string[] = [];
  for (let index = 0; index < 23; index += 1) {
    const postId = await otherSite.createPost(otherAuthor);
    await otherSite.report(reporter, "post", postId);
    groupIds.unshift(await otherSite.findOpenGroupId(postId));
  }
  for (const sort of ["newest", "most"] as const) {
    const first = await otherSite.app.admin.reports.list(otherAdmin, { state: "open", sort, cursor: null });
    expect(first.groups).toHaveLength(20);
    const cursor = first.nextCursor;
    const second = await otherSite.app.admin.reports.list(otherAdmin, { state: "open", sort, cursor });
    expect(second.nextCursor).toBeNull();
    expect([...first.groups, ...second.groups].map(({ id }) => id)).toEqual(groupIds);
  }
  for (const cursor of ["x", "1", `1.2.3.${groupIds[0]}`, `${"9".repeat(30)}.${groupIds[0]}`]) {
    const page = await otherSite.app.admin.reports.list(otherAdmin, {
      state: "open",
      sort: "newest",
      cursor,
    });
    expect(page.groups[0]?.id).toBe(groupIds[0]);
  }
  await otherSite.end();
});

test("a member can report at most twenty targets a day, not counting repeated reports", async () => {
  const limitedSite = await createReportFixture({ AUTH_RATE_LIMITS: "on" });
  const [otherAuthor, reporter] = [await limitedSite.createMember("admin"), await limitedSite.createMember()];
  const postId = await limitedSite.createPost(otherAuthor);
  const commentIds: string[] = [];
  for (let index = 0; index < 21; index += 1)
    commentIds.push(await limitedSite.addComment(otherAuthor, postId, `Comment ${index}`));
  for (const id of commentIds.slice(0, 19)) await limitedSite.report(reporter, "comment", id);
  // Reporting a target again doesn't count.
  for (const id of commentIds.slice(0, 2))
    await expect(limitedSite.report(reporter, "comment", id)).rejects.toMatchObject(
      expectedError("already_reported"),
    );
  await limitedSite.report(reporter, "comment", commentIds[19] ?? "");
  await expect(limitedSite.report(reporter, "comment", commentIds[20] ?? "")).rejects.toMatchObject({
    code: "too_many_requests",
    message: "You can report up to 20 items a day. Please try again tomorrow.",
  });
  await expect(limitedSite.report(reporter, "comment", commentIds[19] ?? "")).rejects.toMatchObject(
    expectedError("already_reported"),
  );
  await limitedSite.end();
});
