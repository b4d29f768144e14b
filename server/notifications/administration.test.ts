import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { getProfilePath } from "#core/accounts/profile-path.ts";
import { formatNotification } from "#core/notifications/wording.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";

let site: AppFixture;
let admin: Member;
beforeAll(async () => {
  site = await createAppFixture();
  admin = { ...(await site.register()), role: "admin" };
  await query("update public.user_roles set role = 'admin' where user_id = $1", [admin.id]);
});
afterAll(() => site.end());

const query = async (text: string, values: unknown[]) => (await site.database.pool.query(text, values)).rows;
const post = async (author: Member, title = "A post") =>
  (await site.app.forum.createPost(author, { title, content: "Some text.", category: "tech", tags: [] })).id;
const comment = async (author: Member, postId: string, content = "A comment.") =>
  (await site.app.forum.addComment(author, { postId, content })).id;
const report = (reporter: Member, kind: string, id: string) =>
  site.app.reports.submitReport(reporter, { kind, id, reason: "spam", text: "" });
/** Decides the reports about a target. */
async function decide(targetId: string, action: string, alsoRemove = false) {
  const [group] = await query("select id from public.report_groups where target_id = $1", [targetId]);
  const otherFields = { conclusion: "We looked at it.", title: "", content: "", term: "" };
  await site.app.admin.reports.decide(admin, { groupId: group.id, action, alsoRemove, ...otherFields });
}
const readEntries = async (member: Member) => {
  const { items } = await site.app.notifications.list(member, { filter: "all", cursor: null });
  return items.map((item) => [formatNotification(item), item.excerpt, item.hasPage]);
};

test.each([
  ["dismiss", "left the post as it is", "left your post as it is", true],
  ["remove", "deleted the post", "deleted your post", false],
  ["warn", "warned the post's author", "warned you", true],
] as const)(
  'reporters and the author are notified once of the decision "%s", with its explanation',
  async (action, outcome, authorOutcome, hasPage) => {
    const [author, reader, other] = [await site.register(), await site.register(), await site.register()];
    const reportedPostId = await post(author, "Reported");
    for (const member of [reader, other]) await report(member, "post", reportedPostId);
    await decide(reportedPostId, action);
    for (const member of [reader, other])
      expect(await readEntries(member)).toEqual([
        [
          `An administrator reviewed your report about the post “Reported” and ${outcome}`,
          "We looked at it.",
          hasPage,
        ],
      ]);
    expect(await readEntries(author)).toEqual([
      [`Your post “Reported” was reported. An administrator ${authorOutcome}`, "We looked at it.", hasPage],
    ]);
  },
);

test("the notification about the decision on a reported profile leads both its reporters and its owner to the profile", async () => {
  const [owner, reader] = [await site.register(), await site.register()];
  await site.app.profiles.changeBio(owner, "I sell coins.");
  await report(reader, "profile", owner.id);
  await decide(owner.id, "remove");
  const open = async (member: Member) => {
    const { items } = await site.app.notifications.list(member, { filter: "all", cursor: null });
    return (await site.app.notifications.open(member, items[0]?.id ?? "")).path;
  };
  expect(await open(reader)).toBe(getProfilePath(owner.username));
  expect(await open(owner)).toBe(getProfilePath(owner.username));
  const setUsername = (name: string) =>
    query(
      "update public.profiles set username = $2, username_skeleton = $2, username_folded = $2 where id = $1",
      [owner.id, name],
    );
  await setUsername("renamed");
  expect(await open(reader)).toBe("/u/renamed");
  await setUsername("deleted_000000000001");
  expect(await open(reader)).toBe("/notifications");
});

test("a warning that also deletes the comment causes one notification, in addition to the separate email", async () => {
  const [author, reader] = [await site.register(), await site.register()];
  const rudeCommentId = await comment(author, await post(reader, "A thread"), "Rude.");
  await report(reader, "comment", rudeCommentId);
  await decide(rudeCommentId, "warn", true);
  expect((await readEntries(author)).map(([line]) => line)).toEqual([
    "Your comment on “A thread” was reported. An administrator deleted your comment and warned you",
  ]);
  expect((await readEntries(reader)).map(([line]) => line)).toContain(
    "An administrator reviewed your report about the comment on “A thread”, deleted the comment and warned its author",
  );
  const { rows } = await site.database.pool.query(
    "select email_at from public.notifications where member_id = $1",
    [author.id],
  );
  expect(rows).toEqual([{ email_at: null }]);
  const emails = await query("select recipient from email.outbox where kind = 'content_reported'", []);
  expect(emails).toContainEqual({ recipient: author.email });
});

test("members are notified of a changed role, a badge, an edited profile and the end of a suspension, but not of its start", async () => {
  const member = await site.register();
  const { members } = site.app.auth;
  await members.changeRole(admin, member.id, { role: "admin", reason: "Trusted." });
  await members.changeRole(admin, member.id, { role: "user", reason: "" });
  await members.edit(admin, member.id, {
    username: member.username,
    bio: "New.",
    isVerified: true,
    reason: "",
  });
  await members.suspend(admin, member.id, { term: "1d", reason: "A rest." });
  expect(await readEntries(member)).toHaveLength(4);
  await members.endSuspension(admin, member.id, { reason: "" });
  expect((await readEntries(member)).map(([line]) => line).toSorted()).toEqual([
    "An administrator edited your profile",
    "An administrator ended your suspension. Welcome back!",
    "You are no longer an administrator",
    "You are now an administrator",
    "Your profile now has the Verified badge",
  ]);
});

test("closing an account deletes its notifications, and those it caused no longer show its name", async () => {
  const [author, leaver] = [await site.register(), await site.register()];
  const remainingPostId = await post(author, "Remaining post");
  await comment(leaver, remainingPostId);
  await comment(author, await post(leaver));
  const preferences = await site.app.notifications.readOwnPreferences(leaver);
  await site.app.notifications.saveOwnPreferences(leaver, { ...preferences, votes: "never" });
  const chunks: string[] = [];
  for await (const chunk of await site.app.members.exportMember(leaver)) chunks.push(chunk);
  const exportedData = JSON.parse(chunks.join(""));
  expect(exportedData.notifications).toMatchObject([{ kind: "reply", read_at: null }]);
  expect(exportedData.notification_preferences).toContainEqual({ kind: "votes", preference: "never" });

  await site.database.pool.query(
    "update auth.users set encrypted_password = null, email = null where id = $1",
    [leaver.id],
  );
  const confirmation = { username: leaver.username, password: "", code: "" };
  await site.app.auth.account.deleteAccount(leaver, confirmation, { ip: "203.0.113.9", userAgent: "a test" });
  for (const table of ["notifications", "notification_preferences"]) {
    const { rows } = await site.database.pool.query(`select from public.${table} where member_id = $1`, [
      leaver.id,
    ]);
    expect(rows, table).toEqual([]);
  }
  expect((await readEntries(author)).map(([line]) => line)).toEqual([
    "Deleted member commented on your post “Remaining post”",
  ]);
});
