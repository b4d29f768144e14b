import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { formatNotification } from "#core/notifications/wording.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";

let on: AppFixture;
let admin: Member;
beforeAll(async () => {
  on = await createAppFixture();
  admin = { ...(await on.register()), role: "admin" };
  await query("update public.user_roles set role = 'admin' where user_id = $1", [admin.id]);
});
afterAll(() => on.end());

const query = async (text: string, values: unknown[]) => (await on.database.pool.query(text, values)).rows;
const post = async (author: Member, title = "A post") =>
  (await on.app.forum.createPost(author, { title, content: "Words.", category: "tech", tags: [] })).id;
const comment = async (author: Member, postId: string, content = "A comment.") =>
  (await on.app.forum.addComment(author, { postId, content })).id;
const report = (reporter: Member, kind: string, id: string) =>
  on.app.reports.submitReport(reporter, { kind, id, reason: "spam", text: "" });
/** Decides the reports on a target. */
async function decide(thingId: string, action: string, alsoRemove = false) {
  const [group] = await query("select id from public.report_groups where thing_id = $1", [thingId]);
  const rest = { conclusion: "We looked at it.", title: "", content: "", term: "" };
  await on.app.admin.reports.decide(admin, { groupId: group.id, action, alsoRemove, ...rest });
}
const readLines = async (member: Member) => {
  const { items } = await on.app.notifications.list(member, { only: "all", cursor: null });
  return items.map((item) => [formatNotification(item), item.excerpt, item.hasPage]);
};

test.each([
  ["dismiss", "left it as it is", true],
  ["remove", "removed it", false],
] as const)(
  'reporters and the author are notified once of the decision "%s", with its explanation',
  async (action, deed, leadsOn) => {
    const [author, reader, other] = [await on.register(), await on.register(), await on.register()];
    const reported = await post(author, "Reported");
    for (const member of [reader, other]) await report(member, "post", reported);
    await decide(reported, action);
    for (const member of [reader, other])
      expect(await readLines(member)).toEqual([
        [
          `An administrator reviewed the post you reported and ${deed}: “Reported”`,
          "We looked at it.",
          leadsOn,
        ],
      ]);
    expect(await readLines(author)).toEqual([
      [
        `Your post was reported. An administrator reviewed it and ${deed}: “Reported”`,
        "We looked at it.",
        leadsOn,
      ],
    ]);
  },
);

test("a warning that also removes the comment is one notification besides the separate email", async () => {
  const [author, reader] = [await on.register(), await on.register()];
  const rude = await comment(author, await post(reader, "Where"), "Rude.");
  await report(reader, "comment", rude);
  await decide(rude, "warn", true);
  expect((await readLines(author)).map(([line]) => line)).toEqual([
    "Your comment was reported. An administrator reviewed it and warned you and removed it: “Where”",
  ]);
  const { rows } = await on.database.pool.query(
    "select mail_at from public.notifications where member_id = $1",
    [author.id],
  );
  expect(rows).toEqual([{ mail_at: null }]);
  const emails = await query("select recipient from mail.outbox where kind = 'own_reported'", []);
  expect(emails).toContainEqual({ recipient: author.email });
});

test("members are notified of a role, a badge, an edited profile and the end of a suspension, but not of a suspension", async () => {
  const member = await on.register();
  const { members } = on.app.auth;
  await members.changeRole(admin, member.id, { role: "admin", why: "Trusted." });
  await members.changeRole(admin, member.id, { role: "user", why: "" });
  await members.edit(admin, member.id, { username: member.username, bio: "New.", isVerified: true, why: "" });
  await members.suspend(admin, member.id, { term: "1d", why: "A rest." });
  expect(await readLines(member)).toHaveLength(4);
  await members.endSuspension(admin, member.id, { why: "" });
  expect((await readLines(member)).map(([line]) => line).toSorted()).toEqual([
    "An administrator edited your profile",
    "An administrator ended your suspension. Welcome back!",
    "You are no longer an administrator",
    "You are now an administrator",
    "Your profile now has the Verified badge",
  ]);
});

test("closing an account deletes its notifications; those it caused stay without its name", async () => {
  const [author, leaver] = [await on.register(), await on.register()];
  const stays = await post(author, "Stays");
  await comment(leaver, stays);
  await comment(author, await post(leaver));
  const chosen = await on.app.notifications.readPreferences(leaver);
  await on.app.notifications.savePreferences(leaver, { ...chosen, votes: "never" });
  const parts: string[] = [];
  for await (const part of await on.app.members.exportMember(leaver)) parts.push(part);
  const exported = JSON.parse(parts.join(""));
  expect(exported.notifications).toMatchObject([{ kind: "reply", read_at: null }]);
  expect(exported.notification_choices).toContainEqual({ kind: "votes", choice: "never" });

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
  expect((await readLines(author)).map(([line]) => line)).toEqual([
    "Deleted member commented on your post “Stays”",
  ]);
});
