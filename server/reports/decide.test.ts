import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { buildDecision, createReportFixture, type ReportFixture } from "./testing.ts";

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

const expectedError = (code: string) => ({ name: "AppError", code });
const decide = (viewer: Member | null, ...args: Parameters<typeof buildDecision>) =>
  site.app.admin.reports.decide(viewer, buildDecision(...args));

/** Creates a post reported by two members. Returns the IDs of the post and its report group. */
async function createReportedPost(fields?: { title?: string; content?: string }) {
  const postId = await site.createPost(author, fields);
  await site.report(reader, "post", postId);
  await site.report(otherReader, "post", postId, "misinformation", "Not so.");
  return { postId, groupId: await site.findOpenGroupId(postId) };
}

const listEvents = async (kind: string, targetId: string) =>
  (await site.app.admin.log.list(admin, { kind, targetId })).events.map(
    ({ action, reason, before, after }) => ({
      action,
      reason,
      before,
      after,
    }),
  );

test("dismissing reports doesn't change the target, notifies the reporters and the author, and is logged", async () => {
  const { postId, groupId } = await createReportedPost();
  const openBefore = (await site.app.admin.readSiteFigures(admin)).reports;
  await decide(admin, groupId, "dismiss", { conclusion: "  An opinion isn't spam.\r\n" });

  expect(await site.app.forum.getPost(null, postId)).toMatchObject({ id: postId });
  expect((await site.app.admin.readSiteFigures(admin)).reports).toBe(openBefore - 1);
  const review = await site.app.admin.reports.review(admin, groupId);
  expect(review.outcome).toMatchObject({
    action: "dismiss",
    alsoRemoved: false,
    conclusion: "An opinion isn't spam.",
    decidedBy: admin.username,
  });
  expect(review.record).toMatchObject({ upheldCount: 0, dismissedCount: 1 });
  const decidedReports = await site.app.admin.reports.list(admin, {
    state: "decided",
    sort: "newest",
    cursor: null,
  });
  expect(decidedReports.groups[0]?.id).toBe(groupId);

  const sentEmails = await site.readEmails("report_decided");
  expect(sentEmails.map(({ recipient }) => recipient).sort()).toEqual(
    [reader.email, otherReader.email].sort(),
  );
  for (const { body_text } of sentEmails) {
    expect(body_text).toContain(
      "You reported a post on Lattice. An administrator reviewed your report and left the post as it is.",
    );
    expect(body_text).toContain("Message from the administrator:\nAn opinion isn't spam.");
    expect(body_text).toContain(`http://lattice.test/forum/${postId}`);
  }
  const [authorEmail] = await site.readEmails("content_reported");
  expect(authorEmail).toMatchObject({ recipient: author.email });
  expect(authorEmail?.body_text).toContain("One or more members reported your post on Lattice.");
  expect(await listEvents("report", groupId)).toEqual([
    {
      action: "report.dismiss",
      reason: "An opinion isn't spam.",
      before: null,
      after: { decision: "Dismissed", reports: 2 },
    },
  ]);
});

test("removing a post, a comment and a profile is logged with the explanation", async () => {
  const { postId, groupId } = await createReportedPost({ title: "Scam", content: "Send me coins." });
  const commentId = await site.addComment(author, await site.createPost(author), "Send me more.");
  await site.report(reader, "comment", commentId);
  const commentGroupId = await site.findOpenGroupId(commentId);
  await site.app.profiles.changeBio(author, "I sell coins.");
  await site.report(reader, "profile", author.id);
  const profileGroupId = await site.findOpenGroupId(author.id);

  await decide(admin, groupId, "remove");
  await decide(admin, commentGroupId, "remove");
  await decide(admin, profileGroupId, "remove");

  await expect(site.app.forum.getPost(null, postId)).rejects.toMatchObject(expectedError("post_not_found"));
  expect(await site.app.forum.readMember(null, author.username)).toMatchObject({ bio: "", avatarUrl: null });
  expect(await listEvents("post", postId)).toMatchObject([
    { action: "post.delete", reason: "We looked at it." },
  ]);
  expect(await listEvents("comment", commentId)).toMatchObject([
    { action: "comment.delete", reason: "We looked at it." },
  ]);
  expect(await listEvents("member", author.id)).toMatchObject([
    {
      action: "member.edit",
      reason: "We looked at it.",
      before: { bio: "I sell coins." },
      after: { bio: "" },
    },
  ]);
  const [email] = (await site.readEmails("content_reported")).filter(({ body_text }) =>
    body_text.includes("profile"),
  );
  expect(email?.body_text).toContain("an administrator cleared your profile.");
  expect((await site.app.admin.reports.review(admin, groupId)).target).toMatchObject({ isDeleted: true });
  // Counters and ranks match the rows.
  expect(await site.app.forum.recountForum({ repair: false })).toEqual([]);
});

test("removing a profile also deletes its avatar file", async () => {
  const member = await site.createMember();
  const { createPlainImage } = await import("#server/testing/app.ts");
  const url = await site.app.profiles.changeAvatar(member, await createPlainImage(64, 64));
  expect((await site.fetchFile(url)).status).toBe(200);
  await site.report(reader, "profile", member.id);
  await decide(admin, await site.findOpenGroupId(member.id), "remove");
  expect(await site.app.forum.readMember(null, member.username)).toMatchObject({ avatarUrl: null });
  expect((await site.fetchFile(url)).ok).toBe(false);
});

test("an administrator can edit the text, which is then marked as edited; an edit must change the text", async () => {
  const { postId, groupId } = await createReportedPost({
    title: "Names",
    content: "Ann Smith lives at 5 Elm.",
  });
  const edit = (fields: object) => decide(admin, groupId, "edit", fields);
  await expect(edit({ title: "Names", content: "Ann Smith lives at 5 Elm." })).rejects.toMatchObject({
    fieldErrors: { content: "Change the text, or choose a different action." },
  });
  await expect(edit({ title: "", content: "x" })).rejects.toMatchObject({
    code: "missing_information",
    fieldErrors: { title: "Enter a title." },
  });
  await expect(edit({ title: "Names", content: "x".repeat(5001) })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await edit({ title: "Names", content: "Someone lives somewhere." });
  const editedPost = await site.app.forum.getPost(null, postId);
  expect(editedPost.content).toBe("Someone lives somewhere.");
  expect(editedPost.editedAt).not.toBeNull();
  expect(await listEvents("post", postId)).toMatchObject([
    {
      action: "post.edit",
      before: { content: "Ann Smith lives at 5 Elm." },
      after: { content: "Someone lives somewhere." },
    },
  ]);

  const commentId = await site.addComment(author, postId, "Rude.");
  await site.report(reader, "comment", commentId);
  await decide(admin, await site.findOpenGroupId(commentId), "edit", { content: "Polite." });
  expect(await listEvents("comment", commentId)).toMatchObject([{ after: { content: "Polite." } }]);
  const member = await site.createMember();
  await site.app.profiles.changeBio(member, "Call me: 555-123");
  await site.report(reader, "profile", member.id);
  await decide(admin, await site.findOpenGroupId(member.id), "edit", { content: "Please don't call me." });
  expect(await site.app.forum.readMember(null, member.username)).toMatchObject({
    bio: "Please don't call me.",
  });
});

test("a warning counts in the author's record, whether or not the target is removed", async () => {
  const member = await site.createMember();
  for (const alsoRemove of [false, true]) {
    const postId = await site.createPost(member);
    await site.report(reader, "post", postId);
    const groupId = await site.findOpenGroupId(postId);
    await decide(admin, groupId, "warn", { alsoRemove });
    const review = await site.app.admin.reports.review(admin, groupId);
    expect(review.target?.isDeleted).toBe(alsoRemove);
    expect(review.outcome).toMatchObject({ action: "warn", alsoRemoved: alsoRemove });
  }
  const thirdPostId = await site.createPost(member);
  await site.report(reader, "post", thirdPostId);
  const review = await site.app.admin.reports.review(admin, await site.findOpenGroupId(thirdPostId));
  expect(review.record).toMatchObject({ upheldCount: 2, dismissedCount: 0, warningCount: 2 });
  expect((await listEvents("member", member.id)).map(({ action }) => action)).toEqual([
    "member.warn",
    "member.warn",
  ]);
});

test("a suspension takes effect immediately, sends one email, and requires a recent sign-in", async () => {
  const member = await site.createMember();
  const postId = await site.createPost(member);
  await site.report(reader, "post", postId);
  const groupId = await site.findOpenGroupId(postId);
  await expect(decide(admin, groupId, "suspend", { term: "a while" })).rejects.toMatchObject({
    fieldErrors: { term: "Choose a duration." },
  });
  await decide(admin, groupId, "suspend", { term: "7d", alsoRemove: true, conclusion: "Third scam." });
  const { rows } = await site.database.pool.query(
    `select banned_until > now() + interval '6 days' as banned, banned_reason,
       (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions from auth.users u where id = $1`,
    [member.id],
  );
  expect(rows).toEqual([{ banned: true, banned_reason: "Third scam.", sessions: 0 }]);
  await expect(site.app.forum.getPost(null, postId)).rejects.toMatchObject(expectedError("post_not_found"));
  const reportedEmails = (await site.readEmails("content_reported")).filter(
    ({ recipient }) => recipient === member.email,
  );
  const suspendedEmails = (await site.readEmails("suspended")).filter(
    ({ recipient }) => recipient === member.email,
  );
  expect([reportedEmails.length, suspendedEmails.length]).toEqual([0, 1]);
  expect((await site.app.admin.reports.review(admin, groupId)).record).toMatchObject({ isSuspended: true });

  const otherReport = await createReportedPost();
  site.clock.advance(3600);
  await expect(decide(admin, otherReport.groupId, "suspend", { term: "1d" })).rejects.toMatchObject(
    expectedError("step_up_required"),
  );
  // Other decisions don't require a recent sign-in.
  await decide(admin, otherReport.groupId, "dismiss");
});

test("an invalid decision leaves the reports open", async () => {
  const { groupId } = await createReportedPost();
  const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
  await expect(decide(admin, UNKNOWN_ID, "dismiss")).rejects.toMatchObject(expectedError("report_not_found"));
  await expect(decide(admin, "x", "dismiss")).rejects.toMatchObject(expectedError("report_not_found"));
  await expect(decide(admin, groupId, "explode")).rejects.toMatchObject({
    code: "missing_information",
    fieldErrors: { action: "Choose an action." },
  });
  for (const conclusion of ["", "  \n", "\u200B"])
    await expect(decide(admin, groupId, "dismiss", { conclusion })).rejects.toMatchObject({
      fieldErrors: { conclusion: "Enter a message to the reporters and the author." },
    });
  await expect(decide(admin, groupId, "dismiss", { conclusion: "ö".repeat(501) })).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect((await site.app.admin.reports.review(admin, groupId)).outcome).toBeNull();
});

test("all admin operations reject visitors and members without the admin role", async () => {
  const { groupId } = await createReportedPost();
  const { list, review, decide } = site.app.admin.reports;
  const callEverything = (viewer: Member | null) => [
    list(viewer, { state: "open", sort: "newest", cursor: null }),
    review(viewer, groupId),
    decide(viewer, buildDecision(groupId, "remove")),
  ];
  for (const call of callEverything(null))
    await expect(call).rejects.toMatchObject(expectedError("not_signed_in"));
  for (const call of callEverything(reader))
    await expect(call).rejects.toMatchObject(expectedError("access_denied"));
  // An administrator who was demoted in the meantime can't decide.
  const demotedMember = await site.createMember();
  await expect(
    decide({ ...demotedMember, role: "admin" }, buildDecision(groupId, "remove")),
  ).rejects.toMatchObject(expectedError("access_denied"));
  expect((await review(admin, groupId)).outcome).toBeNull();
});

test("when two administrators decide concurrently, one wins, and the other sees who decided", async () => {
  const secondAdmin = await site.createMember("admin");
  for (const [firstAction, secondAction] of [
    ["remove", "remove"],
    ["dismiss", "remove"],
    ["warn", "edit"],
  ] as const) {
    const { postId, groupId } = await createReportedPost();
    const fields = { title: "Edited", content: "Edited." };
    const outcomes = await Promise.allSettled([
      decide(admin, groupId, firstAction, fields),
      decide(secondAdmin, groupId, secondAction, fields),
    ]);
    const [failedOutcome] = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const winner = outcomes[0]?.status === "fulfilled" ? admin : secondAdmin;
    expect(failedOutcome?.reason).toMatchObject({
      code: "report_decided",
      message: `${winner.username} has already resolved these reports. Your decision wasn't applied.`,
    });
    expect(await listEvents("report", groupId)).toHaveLength(1);
    expect((await listEvents("post", postId)).length).toBeLessThan(2);
  }
});

test("a report sent during a decision isn't lost, and its group's count is correct", async () => {
  const lateReporter = await site.createMember();
  for (let round = 0; round < 4; round += 1) {
    const { postId, groupId } = await createReportedPost();
    await Promise.all([decide(admin, groupId, "dismiss"), site.report(lateReporter, "post", postId)]);
    const groups = await site.database.pool.query(
      `select g.report_count = count(r.*) as is_correct from report_groups g join reports r on r.group_id = g.id
       where g.target_id = $1 group by g.id`,
      [postId],
    );
    expect(groups.rows.every(({ is_correct }) => is_correct)).toBe(true);
    const { rows } = await site.database.pool.query(
      "select count(*)::int as n from reports where target_id = $1",
      [postId],
    );
    expect(rows[0].n).toBe(3);
  }
});

test("a target that was deleted in the meantime can't be removed, but its author can be warned", async () => {
  const { postId, groupId } = await createReportedPost();
  await site.app.forum.deletePost(author, postId);
  for (const action of ["remove", "edit"])
    await expect(decide(admin, groupId, action, { title: "t", content: "c" })).rejects.toMatchObject(
      expectedError("target_deleted"),
    );
  await decide(admin, groupId, "warn", { alsoRemove: true });
  expect((await site.app.admin.reports.review(admin, groupId)).outcome).toMatchObject({ alsoRemoved: false });

  // When the author and an administrator act at the same time, one of them wins, without a deadlock.
  for (let round = 0; round < 4; round += 1) {
    const otherReport = await createReportedPost();
    const [deletion, decision] = await Promise.allSettled([
      site.app.forum.deletePost(author, otherReport.postId),
      decide(admin, otherReport.groupId, "remove"),
    ]);
    const codes = [deletion, decision].map((outcome) =>
      outcome.status === "rejected" ? outcome.reason.code : "done",
    );
    expect([
      ["done", "target_deleted"],
      ["post_not_found", "done"],
    ]).toContainEqual(codes);
  }
});

test("an author who left can't be warned or suspended, but reports can be dismissed and content removed", async () => {
  const leavingMember = await site.createMember();
  const postId = await site.createPost(leavingMember, { title: "Last words" });
  await site.report(reader, "post", postId);
  await site.report(reader, "profile", leavingMember.id);
  const [groupId, profileGroupId] = [
    await site.findOpenGroupId(postId),
    await site.findOpenGroupId(leavingMember.id),
  ];
  await site.app.auth.account.deleteAccount(
    leavingMember,
    {
      username: leavingMember.username,
      password: `wooden-Lantern-${leavingMember.username.split(" ")[1]}-7391`,
      code: "",
    },
    { ip: "203.0.113.1", userAgent: null },
  );
  await site.app.auth.finishAccountDeletions();

  const review = await site.app.admin.reports.review(admin, groupId);
  expect(review).toMatchObject({
    author: null,
    record: null,
    originalText: null,
    target: { isDeleted: false },
  });
  const profileReview = await site.app.admin.reports.review(admin, profileGroupId);
  expect(profileReview).toMatchObject({
    name: "Deleted member",
    author: null,
    record: null,
    originalText: null,
  });
  await expect(decide(admin, groupId, "warn")).rejects.toMatchObject(expectedError("author_deleted"));
  await expect(decide(admin, groupId, "suspend", { term: "1d" })).rejects.toMatchObject({
    code: expect.stringMatching(/author_deleted|step_up_required/),
  });
  await expect(decide(admin, profileGroupId, "remove")).rejects.toMatchObject(
    expectedError("target_deleted"),
  );
  await decide(admin, groupId, "remove");
  await decide(admin, profileGroupId, "dismiss");
});

test("a reporter who left is neither notified nor named", async () => {
  const leavingMember = await site.createMember();
  const postId = await site.createPost(author);
  await site.report(leavingMember, "post", postId, "other", "Bye.");
  const groupId = await site.findOpenGroupId(postId);
  await site.database.pool.query("delete from auth.users where id = $1", [leavingMember.id]);
  const review = await site.app.admin.reports.review(admin, groupId);
  expect(review.reports).toMatchObject([{ reporter: null, text: "Bye." }]);
  const sentEmailCount = (await site.readEmails("report_decided")).length;
  await decide(admin, groupId, "dismiss");
  expect(await site.readEmails("report_decided")).toHaveLength(sentEmailCount);
});
