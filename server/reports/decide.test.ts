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

/** A post that two members reported, with its group. */
async function reportedPost(words?: { title?: string; content?: string }) {
  const post = await on.post(author, words);
  await on.report(reader, "post", post);
  await on.report(other, "post", post, "misinformation", "Not so.");
  return { post, group: await on.groupOn(post) };
}

const actsOn = async (kind: string, thingId: string) =>
  (await on.app.admin.log.list(admin, { kind, thingId })).acts.map(({ act, why, before, after }) => ({
    act,
    why,
    before,
    after,
  }));

test("reports are dismissed: the thing stays, everybody is told why, the log has it", async () => {
  const { post, group } = await reportedPost();
  const waited = (await on.app.admin.stats(admin)).reports;
  await decide(admin, group, "dismiss", { conclusion: "  An opinion is no spam.\r\n" });

  expect(await on.app.forum.getPost(null, post)).toMatchObject({ id: post });
  expect((await on.app.admin.stats(admin)).reports).toBe(waited - 1);
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

  const told = await on.mails("report_decided");
  expect(told.map(({ recipient }) => recipient).sort()).toEqual([reader.email, other.email].sort());
  for (const { body_text } of told) {
    expect(body_text).toContain(
      "You reported a post at Lattice. An administrator reviewed it and left it as it is.",
    );
    expect(body_text).toContain("Message from the administrator:\nAn opinion is no spam.");
    expect(body_text).toContain(`http://lattice.test/forum/${post}`);
  }
  const [own] = await on.mails("own_reported");
  expect(own).toMatchObject({ recipient: author.email });
  expect(own?.body_text).toContain("Members reported your post at Lattice.");
  expect(await actsOn("report", group)).toEqual([
    {
      act: "report.dismiss",
      why: "An opinion is no spam.",
      before: null,
      after: { decision: "Dismissed", reports: 2 },
    },
  ]);
});

test("a post, a comment and a profile are removed, each written down with its reason", async () => {
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
  expect(await actsOn("post", post)).toMatchObject([{ act: "post.delete", why: "We looked at it." }]);
  expect(await actsOn("comment", comment)).toMatchObject([
    { act: "comment.delete", why: "We looked at it." },
  ]);
  expect(await actsOn("member", author.id)).toMatchObject([
    { act: "member.edit", before: { bio: "I sell coins." }, after: { bio: "" } },
  ]);
  const [mail] = (await on.mails("own_reported")).filter(({ body_text }) => body_text.includes("profile"));
  expect(mail?.body_text).toContain("and cleared it.");
  expect((await on.app.admin.reports.review(admin, group)).thing).toMatchObject({ isGone: true });
  // Counters and ranks are what the rows say.
  expect(await on.app.forum.recountForum({ repair: false })).toEqual([]);
});

test("a profile that is removed loses its picture, the file too", async () => {
  const somebody = await on.person();
  const { plainPicture } = await import("#server/testing/app.ts");
  const url = await on.app.profiles.changeAvatar(somebody, await plainPicture(64, 64));
  expect((await on.fetchFile(url)).status).toBe(200);
  await on.report(reader, "profile", somebody.id);
  await decide(admin, await on.groupOn(somebody.id), "remove");
  expect(await on.app.forum.readMember(null, somebody.username)).toMatchObject({ avatarUrl: null });
  expect((await on.fetchFile(url)).ok).toBe(false);
});

test("words are edited, with the edit shown; the same words are no edit", async () => {
  const { post, group } = await reportedPost({ title: "Names", content: "Ann Smith lives at 5 Elm." });
  const edit = (given: object) => decide(admin, group, "edit", given);
  await expect(edit({ title: "Names", content: "Ann Smith lives at 5 Elm." })).rejects.toMatchObject({
    fields: { content: "Change the words, or choose another decision." },
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
  expect(await actsOn("post", post)).toMatchObject([
    {
      act: "post.edit",
      before: { content: "Ann Smith lives at 5 Elm." },
      after: { content: "Somebody lives somewhere." },
    },
  ]);

  const comment = await on.comment(author, post, "Rude.");
  await on.report(reader, "comment", comment);
  await decide(admin, await on.groupOn(comment), "edit", { content: "Polite." });
  expect(await actsOn("comment", comment)).toMatchObject([{ after: { content: "Polite." } }]);
  const somebody = await on.person();
  await on.app.profiles.changeBio(somebody, "Ring me: 555-123");
  await on.report(reader, "profile", somebody.id);
  await decide(admin, await on.groupOn(somebody.id), "edit", { content: "Ring me not." });
  expect(await on.app.forum.readMember(null, somebody.username)).toMatchObject({ bio: "Ring me not." });
});

test("a warning counts in its author's record, with or without the thing removed", async () => {
  const somebody = await on.person();
  for (const alsoRemove of [false, true]) {
    const post = await on.post(somebody);
    await on.report(reader, "post", post);
    const group = await on.groupOn(post);
    await decide(admin, group, "warn", { alsoRemove });
    const review = await on.app.admin.reports.review(admin, group);
    expect(review.thing?.isGone).toBe(alsoRemove);
    expect(review.outcome).toMatchObject({ action: "warn", alsoRemoved: alsoRemove });
  }
  const again = await on.post(somebody);
  await on.report(reader, "post", again);
  const review = await on.app.admin.reports.review(admin, await on.groupOn(again));
  expect(review.record).toMatchObject({ upheld: 2, dismissed: 0, warnings: 2 });
  expect((await actsOn("member", somebody.id)).map(({ act }) => act)).toEqual(["member.warn", "member.warn"]);
});

test("a suspension holds at once, is told once, and asks for a fresh sign-in", async () => {
  const somebody = await on.person();
  const post = await on.post(somebody);
  await on.report(reader, "post", post);
  const group = await on.groupOn(post);
  await expect(decide(admin, group, "suspend", { term: "a while" })).rejects.toMatchObject({
    fields: { term: "Choose how long." },
  });
  await decide(admin, group, "suspend", { term: "7d", alsoRemove: true, conclusion: "Third scam." });
  const { rows } = await on.database.pool.query(
    `select banned_until > now() + interval '6 days' as banned, banned_reason,
       (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions from auth.users u where id = $1`,
    [somebody.id],
  );
  expect(rows).toEqual([{ banned: true, banned_reason: "Third scam.", sessions: 0 }]);
  await expect(on.app.forum.getPost(null, post)).rejects.toMatchObject(refused("post_not_found"));
  const own = (await on.mails("own_reported")).filter(({ recipient }) => recipient === somebody.email);
  const told = (await on.mails("suspended")).filter(({ recipient }) => recipient === somebody.email);
  expect([own.length, told.length]).toEqual([0, 1]);
  expect((await on.app.admin.reports.review(admin, group)).record).toMatchObject({ isSuspended: true });

  const next = await reportedPost();
  on.clock.advance(3600);
  await expect(decide(admin, next.group, "suspend", { term: "1d" })).rejects.toMatchObject(
    refused("sign_in_again"),
  );
  // What changes no account is not held up.
  await decide(admin, next.group, "dismiss");
});

test("each refusal leaves the reports waiting", async () => {
  const { group } = await reportedPost();
  const NOBODY = "00000000-0000-4000-8000-000000000000";
  await expect(decide(admin, NOBODY, "dismiss")).rejects.toMatchObject(refused("report_not_found"));
  await expect(decide(admin, "x", "dismiss")).rejects.toMatchObject(refused("report_not_found"));
  await expect(decide(admin, group, "explode")).rejects.toMatchObject({
    code: "missing_information",
    fields: { action: "Choose what to do." },
  });
  for (const conclusion of ["", "  \n", "\u200B"])
    await expect(decide(admin, group, "dismiss", { conclusion })).rejects.toMatchObject({
      fields: { conclusion: "Write why: the reporters and the author read it." },
    });
  await expect(decide(admin, group, "dismiss", { conclusion: "ö".repeat(501) })).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect((await on.app.admin.reports.review(admin, group)).outcome).toBeNull();
});

test("every operation of an administrator refuses visitors and members", async () => {
  const { group } = await reportedPost();
  const { list, review, decide: take } = on.app.admin.reports;
  const everything = (viewer: Member | null) => [
    list(viewer, { state: "open", sort: "newest", cursor: null }),
    review(viewer, group),
    take(viewer, decision(group, "remove")),
  ];
  for (const asked of everything(null)) await expect(asked).rejects.toMatchObject(refused("not_signed_in"));
  for (const asked of everything(reader)) await expect(asked).rejects.toMatchObject(refused("access_denied"));
  // Whoever loses the office while acting does nothing with it.
  const demoted = await on.person();
  await expect(take({ ...demoted, role: "admin" }, decision(group, "remove"))).rejects.toMatchObject(
    refused("access_denied"),
  );
  expect((await review(admin, group)).outcome).toBeNull();
});

test("of two administrators at once one decides, and the other learns who was first", async () => {
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
      message: `${first.username} decided these reports meanwhile. Nothing was done a second time.`,
    });
    expect(await actsOn("report", group)).toHaveLength(1);
    expect((await actsOn("post", post)).length).toBeLessThan(2);
  }
});

test("a report that comes in while another is decided waits for a decision of its own", async () => {
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

test("what was deleted meanwhile is not removed again, but its author may still be warned", async () => {
  const { post, group } = await reportedPost();
  await on.app.forum.deletePost(author, post);
  for (const action of ["remove", "edit"])
    await expect(decide(admin, group, action, { title: "t", content: "c" })).rejects.toMatchObject(
      refused("reported_gone"),
    );
  await decide(admin, group, "warn", { alsoRemove: true });

  // At the same moment: one of both comes first, and neither waits for the other for ever.
  for (let round = 0; round < 4; round += 1) {
    const next = await reportedPost();
    const [taken, decided] = await Promise.allSettled([
      on.app.forum.deletePost(author, next.post),
      decide(admin, next.group, "remove"),
    ]);
    const codes = [taken, decided].map((one) => (one.status === "rejected" ? one.reason.code : "done"));
    expect([
      ["done", "reported_gone"],
      ["post_not_found", "done"],
    ]).toContainEqual(codes);
  }
});

test("an author who has left is neither warned nor suspended; the reports can be dismissed or the words removed", async () => {
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
  await on.app.auth.finishDepartures();

  const review = await on.app.admin.reports.review(admin, group);
  expect(review).toMatchObject({ author: null, record: null, wordsThen: null, thing: { isGone: false } });
  const profile = await on.app.admin.reports.review(admin, profileGroup);
  expect(profile).toMatchObject({ name: "Deleted member", author: null, record: null, wordsThen: null });
  await expect(decide(admin, group, "warn")).rejects.toMatchObject(refused("author_gone"));
  await expect(decide(admin, group, "suspend", { term: "1d" })).rejects.toMatchObject({
    code: expect.stringMatching(/author_gone|sign_in_again/),
  });
  await expect(decide(admin, profileGroup, "remove")).rejects.toMatchObject(refused("reported_gone"));
  await decide(admin, group, "remove");
  await decide(admin, profileGroup, "dismiss");
});

test("a reporter who has left is not told, and not named", async () => {
  const leaving = await on.person();
  const post = await on.post(author);
  await on.report(leaving, "post", post, "other", "Bye.");
  const group = await on.groupOn(post);
  await on.database.pool.query("delete from auth.users where id = $1", [leaving.id]);
  const review = await on.app.admin.reports.review(admin, group);
  expect(review.reports).toMatchObject([{ reporter: null, text: "Bye." }]);
  const told = (await on.mails("report_decided")).length;
  await decide(admin, group, "dismiss");
  expect(await on.mails("report_decided")).toHaveLength(told);
});
