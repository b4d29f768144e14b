import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createLog } from "#server/platform/log.ts";
import { createSignedIds } from "#server/platform/signed-ids.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { insertMember } from "#server/testing/members.ts";
import { type ReceivedMail, startSmtp, type TestSmtp } from "#server/testing/smtp.ts";
import { createNotifications, type NotificationDeps, type Notifications } from "./index.ts";
import { sendNotificationMails } from "./send-mails.ts";

let site: AppFixture;
let smtp: TestSmtp;
let deps: NotificationDeps;
let notifications: Notifications;
beforeAll(async () => {
  smtp = await startSmtp();
  site = await createAppFixture({ SMTP_URL: smtp.url });
  const { app, database, clock } = site;
  const limits = { consume: async () => ({ allowed: true, retryAfterSeconds: 0 }) };
  const { mail } = app;
  deps = {
    database,
    clock,
    limits,
    mail,
    log: createLog("silent"),
    publicUrl: "http://lattice.test",
    signedIds: createSignedIds("for tests"),
  };
  notifications = createNotifications(deps);
});
afterAll(async () => {
  await site.app.mail.stop();
  await site.end();
  await smtp.stop();
});
beforeEach(() => {
  smtp.mails.length = 0;
});

let people = 0;
async function somebody(name: string): Promise<Member> {
  people += 1;
  return insertMember(site.database, `${name}_${people}`);
}
const post = async (author: Member, title: string) =>
  (await site.app.forum.createPost(author, { title, content: "Words.", category: "ai", tags: [] })).id;
const comment = async (by: Member, postId: string, content = "A comment.") =>
  (await site.app.forum.addComment(by, { postId, content })).id;

/** A turn of the job, then of the outbox; what arrived for a member. */
async function mailsTo(member: Member): Promise<ReceivedMail[]> {
  await sendNotificationMails(deps);
  while ((await site.app.mail.sendDue()) > 0);
  return smtp.mails.filter(({ recipient }) => recipient === member.email);
}
const MINUTE = 60;
const unsubscribeLink = (mail: ReceivedMail | undefined) =>
  /^<(.*)>$/.exec(mail?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "")?.[1] ?? "";
const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";

describe("mails of notifications", () => {
  test("wait, gather what is not read, and come at most once in half an hour; never two of one thing", async () => {
    const [ada, ben] = [await somebody("ada"), await somebody("ben")];
    const id = await post(ada, "Of which one hears");
    await comment(ben, id, "One.");
    expect(await mailsTo(ada)).toEqual([]);
    site.clock.advance(6 * MINUTE);
    await comment(ben, id, "Two.");
    const [mail, ...others] = await mailsTo(ada);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("You have 2 new notifications at Lattice");
    expect(mail?.text).toContain(`${ben.username} commented on your post “Of which one hears”`);
    expect(mail?.text).not.toMatch(/One\.|Two\./);
    expect(mail?.html).toContain("http://lattice.test/notifications");

    await comment(ben, id, "Three.");
    site.clock.advance(10 * MINUTE);
    expect(await mailsTo(ada)).toHaveLength(1);
    site.clock.advance(21 * MINUTE);
    const [, second] = await mailsTo(ada);
    expect(second?.subject).toBe("You have a new notification at Lattice");
    site.clock.advance(60 * MINUTE);
    expect(await mailsTo(ada)).toHaveLength(2);
  });

  test("tell nothing that was read, taken back or chosen otherwise meanwhile", async () => {
    const [ada, ben] = [await somebody("ada"), await somebody("ben")];
    const id = await post(ada, "Meanwhile");
    await comment(ben, id, "Read.");
    const { upTo } = await notifications.listNewest(ada);
    await notifications.markAllRead(ada, upTo);
    const gone = await comment(ben, id, "Deleted.");
    await site.app.forum.deleteComment(ben, gone);
    site.clock.advance(6 * MINUTE);
    expect(await mailsTo(ada)).toEqual([]);
    await comment(ben, id, "Unwanted.");
    await notifications.saveChoices(ada, { ...(await notifications.readChoices(ada)), reply: "site" });
    site.clock.advance(6 * MINUTE);
    expect(await mailsTo(ada)).toEqual([]);
    expect(await notifications.countUnread(ada.id)).toBe(1);
  });

  test("are written once by programs that look at the same moment", async () => {
    const [ada, ben] = [await somebody("ada"), await somebody("ben")];
    await comment(ben, await post(ada, "At once"));
    site.clock.advance(6 * MINUTE);
    await Promise.all([1, 2, 3, 4].map(() => sendNotificationMails(deps)));
    expect(await mailsTo(ada)).toHaveLength(1);
  });

  test("go to no address that was not confirmed, and carry no address that a title names", async () => {
    const [ada, ben] = [await somebody("ada"), await somebody("ben")];
    const id = await post(ada, "Win at https://evil.example/x now");
    await comment(ben, id);
    await comment(ada, id, `@${ben.username}`);
    await site.database.pool.query("update auth.users set email_confirmed_at = null where id = $1", [ada.id]);
    site.clock.advance(6 * MINUTE);
    expect(await mailsTo(ada)).toEqual([]);
    const [mail] = await mailsTo(ben);
    expect(mail?.text).toContain("“Win at … now”");
  });
});

describe("one click", () => {
  test("unsubscribes by the link in the header, as RFC 8058 wants it, and the site goes on telling", async () => {
    const [ada, ben] = [await somebody("ada"), await somebody("ben")];
    const id = await post(ada, "Enough");
    await comment(ben, id);
    site.clock.advance(6 * MINUTE);
    const [mail] = await mailsTo(ada);
    expect(mail?.headers.find(({ key }) => key === "list-unsubscribe-post")?.value).toBe(
      "List-Unsubscribe=One-Click",
    );
    const link = unsubscribeLink(mail);
    expect(link).toMatch(/^http:\/\/lattice\.test\/notifications\/unsubscribe\?token=/);
    expect(mail?.text).toContain(link);
    expect(notifications.isUnsubscribeToken(tokenOf(link))).toBe(true);
    await notifications.saveChoices(ada, { ...(await notifications.readChoices(ada)), votes: "never" });
    await comment(ben, id, "Waits to be mailed.");
    expect(await notifications.unsubscribe(tokenOf(link))).toBe(true);
    expect(await notifications.unsubscribe(tokenOf(link))).toBe(true);
    expect(await notifications.readChoices(ada)).toEqual({
      reply: "site",
      mention: "site",
      thread: "site",
      votes: "never",
      moderation: "site",
    });
    site.clock.advance(60 * MINUTE);
    expect(await mailsTo(ada)).toHaveLength(1);
    expect(await notifications.countUnread(ada.id)).toBe(2);
  });

  test("does nothing with a token that was not written here", async () => {
    const ada = await somebody("ada");
    const forged = [
      "",
      "x",
      `${ada.id}.${"A".repeat(24)}`,
      `${ada.id}.`,
      `${ada.id.toUpperCase()}.${"A".repeat(24)}`,
    ];
    for (const token of forged) {
      expect(notifications.isUnsubscribeToken(token)).toBe(false);
      expect(await notifications.unsubscribe(token)).toBe(false);
    }
    expect(await notifications.readChoices(ada)).toMatchObject({ reply: "mail" });
  });
});

test("choices are taken whole or not at all, and nobody spares themselves what administrators do", async () => {
  const ada = await somebody("ada");
  const choices = await notifications.readChoices(ada);
  for (const given of [{ ...choices, moderation: "never" }, { ...choices, reply: "always" }, {}])
    await expect(notifications.saveChoices(ada, given)).rejects.toMatchObject({ code: "invalid_input" });
  expect(await notifications.readChoices(ada)).toEqual(choices);
});
