import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createLog } from "#server/platform/log.ts";
import { createSignedIds } from "#server/platform/signed-ids.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { insertMember } from "#server/testing/members.ts";
import { type ReceivedEmail, startSmtp, type TestSmtp } from "#server/testing/smtp.ts";
import { createNotifications, type NotificationDeps, type Notifications } from "./index.ts";
import { sendNotificationEmails } from "./send-emails.ts";

let site: AppFixture;
let smtp: TestSmtp;
let deps: NotificationDeps;
let notifications: Notifications;
beforeAll(async () => {
  smtp = await startSmtp();
  site = await createAppFixture({ SMTP_URL: smtp.url });
  const { app, database, clock } = site;
  const limits = { consume: async () => ({ allowed: true, retryAfterSeconds: 0 }) };
  const { mailer } = app;
  deps = {
    database,
    clock,
    limits,
    mailer,
    log: createLog("silent"),
    publicUrl: "http://lattice.test",
    signedIds: createSignedIds("for tests"),
  };
  notifications = createNotifications(deps);
});
afterAll(async () => {
  await site.app.mailer.stop();
  await site.end();
  await smtp.stop();
});
beforeEach(() => {
  smtp.emails.length = 0;
});

let memberCount = 0;
async function createMember(name: string): Promise<Member> {
  memberCount += 1;
  return insertMember(site.database, `${name}_${memberCount}`);
}
const post = async (author: Member, title: string) =>
  (await site.app.forum.createPost(author, { title, content: "Some text.", category: "ai", tags: [] })).id;
const comment = async (author: Member, postId: string, content = "A comment.") =>
  (await site.app.forum.addComment(author, { postId, content })).id;

/** Sends what is due, and returns all emails that this member has received in this test. */
async function sendAndReadEmails(member: Member): Promise<ReceivedEmail[]> {
  await sendNotificationEmails(deps);
  while ((await site.app.mailer.sendDue()) > 0);
  return smtp.emails.filter(({ recipient }) => recipient === member.email);
}
const SECONDS_PER_MINUTE = 60;
const getUnsubscribeLink = (email: ReceivedEmail | undefined) =>
  /^<(.*)>$/.exec(email?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "")?.[1] ?? "";
const getToken = (link: string) => new URL(link).searchParams.get("token") ?? "";

describe("notification emails", () => {
  test("are delayed, combine unread notifications, are sent at most once every 30 minutes, and contain each notification once", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    const id = await post(ada, "Worth a comment");
    await comment(ben, id, "One.");
    expect(await sendAndReadEmails(ada)).toEqual([]);
    site.clock.advance(6 * SECONDS_PER_MINUTE);
    await comment(ben, id, "Two.");
    const [email, ...otherEmails] = await sendAndReadEmails(ada);
    expect(otherEmails).toEqual([]);
    expect(email?.subject).toBe("You have 2 new notifications on Lattice");
    expect(email?.text).toContain(`${ben.username} commented on your post “Worth a comment”`);
    expect(email?.text).not.toMatch(/One\.|Two\./);
    expect(email?.html).toContain("http://lattice.test/notifications");

    await comment(ben, id, "Three.");
    site.clock.advance(10 * SECONDS_PER_MINUTE);
    expect(await sendAndReadEmails(ada)).toHaveLength(1);
    site.clock.advance(21 * SECONDS_PER_MINUTE);
    const [, second] = await sendAndReadEmails(ada);
    expect(second?.subject).toBe("You have a new notification on Lattice");
    site.clock.advance(60 * SECONDS_PER_MINUTE);
    expect(await sendAndReadEmails(ada)).toHaveLength(2);
  });

  test("exclude notifications that were read, deleted or turned off before the email is sent", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    const id = await post(ada, "A thread");
    await comment(ben, id, "Read.");
    const { upTo } = await notifications.listNewest(ada);
    await notifications.markAllRead(ada, upTo);
    const deletedCommentId = await comment(ben, id, "Deleted.");
    await site.app.forum.deleteComment(ben, deletedCommentId);
    site.clock.advance(6 * SECONDS_PER_MINUTE);
    expect(await sendAndReadEmails(ada)).toEqual([]);
    await comment(ben, id, "Unwanted.");
    await notifications.saveOwnPreferences(ada, {
      ...(await notifications.readOwnPreferences(ada)),
      reply: "site",
    });
    site.clock.advance(6 * SECONDS_PER_MINUTE);
    expect(await sendAndReadEmails(ada)).toEqual([]);
    expect(await notifications.countUnread(ada.id)).toBe(1);
  });

  test("are sent only once, even if several processes send emails at the same time", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    await comment(ben, await post(ada, "At once"));
    site.clock.advance(6 * SECONDS_PER_MINUTE);
    await Promise.all([1, 2, 3, 4].map(() => sendNotificationEmails(deps)));
    expect(await sendAndReadEmails(ada)).toHaveLength(1);
  });

  test("are not sent to unconfirmed addresses, and omit URLs in titles", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    const id = await post(ada, "Win at https://evil.example/x now");
    await comment(ben, id);
    await comment(ada, id, `@${ben.username}`);
    await site.database.pool.query("update auth.users set email_confirmed_at = null where id = $1", [ada.id]);
    site.clock.advance(6 * SECONDS_PER_MINUTE);
    expect(await sendAndReadEmails(ada)).toEqual([]);
    const [email] = await sendAndReadEmails(ben);
    expect(email?.text).toContain("“Win at … now”");
  });
});

describe("one-click unsubscribe", () => {
  test("works with the link in the header (RFC 8058), and doesn't affect notifications on the site", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    const id = await post(ada, "Enough");
    await comment(ben, id);
    site.clock.advance(6 * SECONDS_PER_MINUTE);
    const [email] = await sendAndReadEmails(ada);
    expect(email?.headers.find(({ key }) => key === "list-unsubscribe-post")?.value).toBe(
      "List-Unsubscribe=One-Click",
    );
    const link = getUnsubscribeLink(email);
    expect(link).toMatch(/^http:\/\/lattice\.test\/notifications\/unsubscribe\?token=/);
    expect(email?.text).toContain(link);
    expect(notifications.isUnsubscribeToken(getToken(link))).toBe(true);
    await notifications.saveOwnPreferences(ada, {
      ...(await notifications.readOwnPreferences(ada)),
      votes: "never",
    });
    await comment(ben, id, "Not emailed yet.");
    await notifications.unsubscribe(getToken(link));
    await notifications.unsubscribe(getToken(link));
    expect(await notifications.readOwnPreferences(ada)).toEqual({
      reply: "site",
      mention: "site",
      thread: "site",
      post: "site",
      votes: "never",
      moderation: "site",
    });
    site.clock.advance(60 * SECONDS_PER_MINUTE);
    expect(await sendAndReadEmails(ada)).toHaveLength(1);
    expect(await notifications.countUnread(ada.id)).toBe(2);
  });

  test("rejects forged tokens", async () => {
    const ada = await createMember("ada");
    const forgedTokens = [
      "",
      "x",
      `${ada.id}.${"A".repeat(24)}`,
      `${ada.id}.`,
      `${ada.id.toUpperCase()}.${"A".repeat(24)}`,
    ];
    for (const token of forgedTokens) {
      expect(notifications.isUnsubscribeToken(token)).toBe(false);
      await expect(notifications.unsubscribe(token)).rejects.toMatchObject({ code: "link_not_valid" });
    }
    expect(await notifications.readOwnPreferences(ada)).toMatchObject({ reply: "email" });
  });
});

test("either all preferences are saved or none, and notifications about admin actions can't be turned off", async () => {
  const ada = await createMember("ada");
  const preferences = await notifications.readOwnPreferences(ada);
  for (const input of [{ ...preferences, moderation: "never" }, { ...preferences, reply: "always" }, {}])
    await expect(notifications.saveOwnPreferences(ada, input)).rejects.toMatchObject({
      code: "invalid_input",
    });
  expect(await notifications.readOwnPreferences(ada)).toEqual(preferences);
});
