import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { decision, openReports, type ReportFixture } from "./testing.ts";

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

const refused = (code: string) => ({ name: "AppError", code });
const decide = (viewer: Member | null, ...given: Parameters<typeof decision>) =>
  on.app.admin.reports.decide(viewer, decision(...given));

/** A post reported by two members, with its report group. */
async function reportedPost(words?: { title?: string; content?: string }) {
  const post = await on.post(author, words);
  await on.report(reader, "post", post);
  await on.report(other, "post", post, "misinformation", "Not so.");
  return { post, group: await on.groupOn(post) };
}

const listEvents = async (kind: string, thingId: string) =>
  (await on.app.admin.log.list(admin, { kind, targetId: thingId })).events.map(
    ({ action: act, reason: why, before, after }) => ({
      act,
      why,
      before,
      after,
    }),
  );

test("dismissing reports leaves the target, notifies everyone with the explanation, and is logged", async () => {
  const { post, group } = await reportedPost();
  const openBefore = (await on.app.admin.stats(admin)).reports;
  await decide(admin, group, "dismiss", { conclusion: "  An opinion is no spam.\r\n" });

  expect(await on.app.forum.getPost(null, post)).toMatchObject({ id: post });
  expect((await on.app.admin.stats(admin)).reports).toBe(openBefore - 1);
  const review = await on.app.admin.reports.review(admin, group);
  expect(review.outcome).toMatchObject({
    action: "dismiss",
    alsoRemoved: false,
    conclusion: "An opinion is no spam.",
    decidedBy: admin.username,
  });
  expect(review.record).toMatchObject({ upheld: 0, dismissed: 1 });
  const decided = await on.app.admin.reports.list(admin, { state: "decided", sort: "newest", cursor: null });
  expect(decided.groups[0]?.id).toBe(group);

  const sent = await on.readEmails("report_decided");
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual([reader.email, other.email].sort());
  for (const { body_text } of sent) {
    expect(body_text).toContain(
      "You reported a post at Lattice. An administrator reviewed it and left it as it is.",
    );
    expect(body_text).toContain("Message from the administrator:\nAn opinion is no spam.");
    expect(body_text).toContain(`http://lattice.test/forum/${post}`);
  }
  const [own] = await on.readEmails("own_reported");
  expect(own).toMatchObject({ recipient: author.email });
  expect(own?.body_text).toContain("Members reported your post at Lattice.");
  expect(await listEvents("report", group)).toEqual([
    {
      act: "report.dismiss",
      why: "An opinion is no spam.",
      before: null,
      after: { decision: "Dismissed", reports: 2 },
    },
  ]);
});

test("removing a post, a comment and a profile is logged with the explanation", async () => {
  const { post, group } = await reportedPost({ title: "Scam", content: "Send me coins." });
  const comment = await on.comment(author, await on.post(author), "Send me more.");
  await on.report(reader, "comment", comment);
  const commentGroup = await on.groupOn(comment);
  await on.app.profiles.changeBio(author, "I sell coins.");
  await on.report(reader, "profile", author.id);
  const profileGroup = await on.groupOn(author.id);

  await decide(admin, group, "remove");
  await decide(admin, commentGroup, "remove");
  await decide(admin, profileGroup, "remove");

  await expect(on.app.forum.getPost(null, post)).rejects.toMatchObject(refused("post_not_found"));
  expect(await on.app.forum.readMember(null, author.username)).toMatchObject({ bio: "", avatarUrl: null });
  expect(await listEvents("post", post)).toMatchObject([{ act: "post.delete", why: "We looked at it." }]);
  expect(await listEvents("comment", comment)).toMatchObject([
    { act: "comment.delete", why: "We looked at it." },
  ]);
  expect(await listEvents("member", author.id)).toMatchObject([
    { act: "member.edit", before: { bio: "I sell coins." }, after: { bio: "" } },
  ]);
  const [mail] = (await on.readEmails("own_reported")).filter(({ body_text }) =>
    body_text.includes("profile"),
  );
  expect(mail?.body_text).toContain("and cleared it.");
  expect((await on.app.admin.reports.review(admin, group)).target).toMatchObject({ isGone: true });
  // Counters and ranks match the rows.
  expect(await on.app.forum.recountForum({ repair: false })).toEqual([]);
});

test("removing a profile also deletes its picture file", async () => {
  const person = await on.person();
  const { createPlainPicture: plainPicture } = await import("#server/testing/app.ts");
  const url = await on.app.profiles.changeAvatar(person, await plainPicture(64, 64));
  expect((await on.fetchFile(url)).status).toBe(200);
  await on.report(reader, "profile", person.id);
  await decide(admin, await on.groupOn(person.id), "remove");
  expect(await on.app.forum.readMember(null, person.username)).toMatchObject({ avatarUrl: null });
  expect((await on.fetchFile(url)).ok).toBe(false);
});

test("the text can be edited and is marked as edited; an edit must change it", async () => {
  const { post, group } = await reportedPost({ title: "Names", content: "Ann Smith lives at 5 Elm." });
  const edit = (given: object) => decide(admin, group, "edit", given);
  await expect(edit({ title: "Names", content: "Ann Smith lives at 5 Elm." })).rejects.toMatchObject({
    fields: { content: "Change the text, or choose a different action." },
  });
  await expect(edit({ title: "", content: "x" })).rejects.toMatchObject({
    code: "missing_information",
    fields: { title: "Write a title." },
  });
  await expect(edit({ title: "Names", content: "x".repeat(5001) })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await edit({ title: "Names", content: "Somebody lives somewhere." });
  const edited = await on.app.forum.getPost(null, post);
  expect(edited.content).toBe("Somebody lives somewhere.");
  expect(edited.editedAt).not.toBeNull();
  expect(await listEvents("post", post)).toMatchObject([
    {
      act: "post.edit",
      before: { content: "Ann Smith lives at 5 Elm." },
      after: { content: "Somebody lives somewhere." },
    },
  ]);

  const comment = await on.comment(author, post, "Rude.");
  await on.report(reader, "comment", comment);
  await decide(admin, await on.groupOn(comment), "edit", { content: "Polite." });
  expect(await listEvents("comment", comment)).toMatchObject([{ after: { content: "Polite." } }]);
  const person = await on.person();
  await on.app.profiles.changeBio(person, "Ring me: 555-123");
  await on.report(reader, "profile", person.id);
  await decide(admin, await on.groupOn(person.id), "edit", { content: "Ring me not." });
  expect(await on.app.forum.readMember(null, person.username)).toMatchObject({ bio: "Ring me not." });
});

test("a warning counts in the author's record, whether or not the target is removed", async () => {
  const person = await on.person();
  for (const alsoRemove of [false, true]) {
    const post = await on.post(person);
    await on.report(reader, "post", post);
    const group = await on.groupOn(post);
    await decide(admin, group, "warn", { alsoRemove });
    const review = await on.app.admin.reports.review(admin, group);
    expect(review.target?.isGone).toBe(alsoRemove);
    expect(review.outcome).toMatchObject({ action: "warn", alsoRemoved: alsoRemove });
  }
  const again = await on.post(person);
  await on.report(reader, "post", again);
  const review = await on.app.admin.reports.review(admin, await on.groupOn(again));
  expect(review.record).toMatchObject({ upheld: 2, dismissed: 0, warnings: 2 });
  expect((await listEvents("member", person.id)).map(({ act }) => act)).toEqual([
    "member.warn",
    "member.warn",
  ]);
});

test("a suspension takes effect immediately, sends one email, and requires a recent sign-in", async () => {
  const person = await on.person();
  const post = await on.post(person);
  await on.report(reader, "post", post);
  const group = await on.groupOn(post);
  await expect(decide(admin, group, "suspend", { term: "a while" })).rejects.toMatchObject({
    fields: { term: "Choose a duration." },
  });
  await decide(admin, group, "suspend", { term: "7d", alsoRemove: true, conclusion: "Third scam." });
  const { rows } = await on.database.pool.query(
    `select banned_until > now() + interval '6 days' as banned, banned_reason,
       (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions from auth.users u where id = $1`,
    [person.id],
  );
  expect(rows).toEqual([{ banned: true, banned_reason: "Third scam.", sessions: 0 }]);
  await expect(on.app.forum.getPost(null, post)).rejects.toMatchObject(refused("post_not_found"));
  const own = (await on.readEmails("own_reported")).filter(({ recipient }) => recipient === person.email);
  const sent = (await on.readEmails("suspended")).filter(({ recipient }) => recipient === person.email);
  expect([own.length, sent.length]).toEqual([0, 1]);
  expect((await on.app.admin.reports.review(admin, group)).record).toMatchObject({ isSuspended: true });

  const next = await reportedPost();
  on.clock.advance(3600);
  await expect(decide(admin, next.group, "suspend", { term: "1d" })).rejects.toMatchObject(
    refused("sign_in_again"),
  );
  // Other decisions don't require a recent sign-in.
  await decide(admin, next.group, "dismiss");
});

test("an invalid decision leaves the reports open", async () => {
  const { group } = await reportedPost();
  const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
  await expect(decide(admin, UNKNOWN_ID, "dismiss")).rejects.toMatchObject(refused("report_not_found"));
  await expect(decide(admin, "x", "dismiss")).rejects.toMatchObject(refused("report_not_found"));
  await expect(decide(admin, group, "explode")).rejects.toMatchObject({
    code: "missing_information",
    fields: { action: "Choose an action." },
  });
  for (const conclusion of ["", "  \n", "\u200B"])
    await expect(decide(admin, group, "dismiss", { conclusion })).rejects.toMatchObject({
      fields: { conclusion: "Write an explanation for the reporters and the author." },
    });
  await expect(decide(admin, group, "dismiss", { conclusion: "ö".repeat(501) })).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect((await on.app.admin.reports.review(admin, group)).outcome).toBeNull();
});

test("all admin operations reject visitors and members", async () => {
  const { group } = await reportedPost();
  const { list, review, decide: take } = on.app.admin.reports;
  const everything = (viewer: Member | null) => [
    list(viewer, { state: "open", sort: "newest", cursor: null }),
    review(viewer, group),
    take(viewer, decision(group, "remove")),
  ];
  for (const call of everything(null)) await expect(call).rejects.toMatchObject(refused("not_signed_in"));
  for (const call of everything(reader)) await expect(call).rejects.toMatchObject(refused("access_denied"));
  // An administrator who is demoted in the meantime can't decide.
  const demoted = await on.person();
  await expect(take({ ...demoted, role: "admin" }, decision(group, "remove"))).rejects.toMatchObject(
    refused("access_denied"),
  );
  expect((await review(admin, group)).outcome).toBeNull();
});

test("of two administrators deciding at once one wins, and the other learns who did", async () => {
  const second = await on.person("admin");
  for (const [one, two] of [
    ["remove", "remove"],
    ["dismiss", "remove"],
    ["warn", "edit"],
  ] as const) {
    const { post, group } = await reportedPost();
    const words = { title: "Edited", content: "Edited." };
    const outcomes = await Promise.allSettled([
      decide(admin, group, one, words),
      decide(second, group, two, words),
    ]);
    const [failed] = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const first = outcomes[0]?.status === "fulfilled" ? admin : second;
    expect(failed?.reason).toMatchObject({
      code: "report_decided",
      message: `${first.username} has already decided on these reports. Your decision was not applied.`,
    });
    expect(await listEvents("report", group)).toHaveLength(1);
    expect((await listEvents("post", post)).length).toBeLessThan(2);
  }
});

test("a report sent during a decision opens a new group", async () => {
  const late = await on.person();
  for (let round = 0; round < 4; round += 1) {
    const { post, group } = await reportedPost();
    await Promise.all([decide(admin, group, "dismiss"), on.report(late, "post", post)]);
    const counted = await on.database.pool.query(
      `select g.report_count = count(r.*) as agrees from report_groups g join reports r on r.group_id = g.id
       where g.thing_id = $1 group by g.id`,
      [post],
    );
    expect(counted.rows.every(({ agrees }) => agrees)).toBe(true);
    const { rows } = await on.database.pool.query(
      "select count(*)::int as n from reports where thing_id = $1",
      [post],
    );
    expect(rows[0].n).toBe(3);
  }
});

test("a target deleted in the meantime can't be removed, but its author can be warned", async () => {
  const { post, group } = await reportedPost();
  await on.app.forum.deletePost(author, post);
  for (const action of ["remove", "edit"])
    await expect(decide(admin, group, action, { title: "t", content: "c" })).rejects.toMatchObject(
      refused("reported_gone"),
    );
  await decide(admin, group, "warn", { alsoRemove: true });

  // At the same time: one wins, without a deadlock.
  for (let round = 0; round < 4; round += 1) {
    const next = await reportedPost();
    const [deletion, decided] = await Promise.allSettled([
      on.app.forum.deletePost(author, next.post),
      decide(admin, next.group, "remove"),
    ]);
    const codes = [deletion, decided].map((one) => (one.status === "rejected" ? one.reason.code : "done"));
    expect([
      ["done", "reported_gone"],
      ["post_not_found", "done"],
    ]).toContainEqual(codes);
  }
});

test("an author who left can't be warned or suspended, but reports can be dismissed and content removed", async () => {
  const leaving = await on.person();
  const post = await on.post(leaving, { title: "Last words" });
  await on.report(reader, "post", post);
  await on.report(reader, "profile", leaving.id);
  const [group, profileGroup] = [await on.groupOn(post), await on.groupOn(leaving.id)];
  await on.app.auth.own.deleteAccount(
    leaving,
    {
      username: leaving.username,
      password: `wooden-Lantern-${leaving.username.split(" ")[1]}-7391`,
      code: "",
    },
    { ip: "203.0.113.1", userAgent: null },
  );
  await on.app.auth.finishAccountDeletions();

  const review = await on.app.admin.reports.review(admin, group);
  expect(review).toMatchObject({ author: null, record: null, originalText: null, target: { isGone: false } });
  const profile = await on.app.admin.reports.review(admin, profileGroup);
  expect(profile).toMatchObject({ name: "Deleted member", author: null, record: null, originalText: null });
  await expect(decide(admin, group, "warn")).rejects.toMatchObject(refused("author_gone"));
  await expect(decide(admin, group, "suspend", { term: "1d" })).rejects.toMatchObject({
    code: expect.stringMatching(/author_gone|sign_in_again/),
  });
  await expect(decide(admin, profileGroup, "remove")).rejects.toMatchObject(refused("reported_gone"));
  await decide(admin, group, "remove");
  await decide(admin, profileGroup, "dismiss");
});

test("a reporter who left is neither notified nor named", async () => {
  const leaving = await on.person();
  const post = await on.post(author);
  await on.report(leaving, "post", post, "other", "Bye.");
  const group = await on.groupOn(post);
  await on.database.pool.query("delete from auth.users where id = $1", [leaving.id]);
  const review = await on.app.admin.reports.review(admin, group);
  expect(review.reports).toMatchObject([{ reporter: null, text: "Bye." }]);
  const sent = (await on.readEmails("report_decided")).length;
  await decide(admin, group, "dismiss");
  expect(await on.readEmails("report_decided")).toHaveLength(sent);
});
