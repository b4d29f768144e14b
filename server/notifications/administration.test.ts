import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { notificationLine } from "#core/notifications/wording.ts";
import { decision, openReports, type ReportFixture } from "#server/reports/testing.ts";

let on: ReportFixture;
let admin: Member;
beforeAll(async () => {
  on = await openReports();
  admin = await on.person("admin");
});
afterAll(() => on.end());

const told = async (member: Member) => {
  const { items } = await on.app.notifications.list(member, { only: "all", cursor: null });
  return items.map((item) => [notificationLine(item), item.words, item.leadsOn]);
};

test.each([
  ["dismiss", "left it as it is", true],
  ["remove", "removed it", false],
] as const)(
  "a decision, %s, is told to reporters and author, once each and with its words",
  async (action, deed, leadsOn) => {
    const [author, reader, other] = [await on.person(), await on.person(), await on.person()];
    const post = await on.post(author, { title: "Reported" });
    for (const member of [reader, other]) await on.report(member, "post", post);
    await on.app.admin.reports.decide(admin, decision(await on.groupOn(post), action));
    for (const member of [reader, other])
      expect(await told(member)).toEqual([
        [
          `An administrator looked at the post that you reported and ${deed}: “Reported”`,
          "We looked at it.",
          leadsOn,
        ],
      ]);
    expect(await told(author)).toEqual([
      [
        `Your post was reported. An administrator looked at it and ${deed}: “Reported”`,
        "We looked at it.",
        leadsOn,
      ],
    ]);
  },
);

test("a warning with the comment taken away is one notification, beside the letter of its own", async () => {
  const [author, reader] = [await on.person(), await on.person()];
  const comment = await on.comment(author, await on.post(reader, { title: "Where" }), "Rude.");
  await on.report(reader, "comment", comment, "harassment");
  const group = await on.groupOn(comment);
  await on.app.admin.reports.decide(admin, decision(group, "warn", { alsoRemove: true }));
  expect((await told(author)).map(([line]) => line)).toEqual([
    "Your comment was reported. An administrator looked at it and warned you and removed it: “Where”",
  ]);
  const { rows } = await on.database.pool.query(
    "select mail_at from public.notifications where member_id = $1",
    [author.id],
  );
  expect(rows).toEqual([{ mail_at: null }]);
  expect((await on.mails("own_reported")).map(({ recipient }) => recipient)).toContain(author.email);
});

test("a role, a badge, an edited profile and the end of a suspension are told; a suspension is not", async () => {
  const member = await on.person();
  const { members } = on.app.auth;
  await members.changeRole(admin, member.id, { role: "admin", why: "Trusted." });
  await members.changeRole(admin, member.id, { role: "user", why: "" });
  await members.edit(admin, member.id, { username: member.username, bio: "New.", isVerified: true, why: "" });
  await members.suspend(admin, member.id, { term: "1d", why: "A rest." });
  expect(await told(member)).toHaveLength(4);
  await members.endSuspension(admin, member.id, { why: "" });
  expect((await told(member)).map(([line]) => line).toSorted()).toEqual([
    "An administrator edited your profile",
    "An administrator ended the suspension of your account: welcome back",
    "You are an administrator no more",
    "You are an administrator now",
    "Your profile carries the badge Verified now",
  ]);
});

test("whoever leaves takes what they were told along, and what others were told of them stays nameless", async () => {
  const [author, leaver] = [await on.person(), await on.person()];
  const post = await on.post(author, { title: "Stays" });
  await on.comment(leaver, post);
  await on.comment(author, await on.post(leaver));
  const chosen = await on.app.notifications.readChoices(leaver);
  await on.app.notifications.saveChoices(leaver, { ...chosen, votes: "never" });
  const parts: string[] = [];
  for await (const part of await on.app.members.exportMember(leaver)) parts.push(part);
  const kept = JSON.parse(parts.join(""));
  expect(kept.notifications).toMatchObject([{ kind: "reply", read_at: null }]);
  expect(kept.notification_choices).toContainEqual({ kind: "votes", choice: "never" });

  await on.database.pool.query(
    "update auth.users set encrypted_password = null, email = null where id = $1",
    [leaver.id],
  );
  const confirmed = { username: leaver.username, password: "", code: "" };
  await on.app.auth.own.deleteAccount(leaver, confirmed, { ip: "203.0.113.9", userAgent: "a test" });
  for (const table of ["notifications", "notification_choices"]) {
    const { rows } = await on.database.pool.query(`select from public.${table} where member_id = $1`, [
      leaver.id,
    ]);
    expect(rows, table).toEqual([]);
  }
  expect((await told(author)).map(([line]) => line)).toEqual([
    "Deleted member commented on your post “Stays”",
  ]);
});
