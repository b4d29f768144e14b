import type { Member } from "#core/accounts/member.ts";
import { formatNotification } from "#core/notifications/wording.ts";
import type { Email } from "#server/email/index.ts";
import { createForum } from "#server/forum/index.ts";
import { createLog } from "#server/platform/log.ts";
import { createSignedIds } from "#server/platform/signed-ids.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { createNotifications } from "./index.ts";
import { deleteOldNotifications } from "./jobs.ts";
import { sendNotificationEmails } from "./send-emails.ts";

export type TestNotifications = Awaited<ReturnType<typeof openTestNotifications>>;

/** Creates a forum with notifications on a test database, and collects the emails instead of sending them. */
export async function openTestNotifications(options: { maxConnections?: number } = {}) {
  const database = await createTestDatabase(options);
  let time = new Date("2026-06-15T12:00:00.000Z");
  const clock = {
    now: () => time,
    advance(seconds: number) {
      time = new Date(time.getTime() + seconds * 1000);
    },
  };
  const forum = createForum({ database, clock, limits: null });
  const members = new Map<string, Promise<Member>>();
  const emails: Extract<Email, { kind: "notifications" }>[] = [];
  const deps = {
    database,
    clock,
    log: createLog("silent"),
    limits: { consume: async () => ({ allowed: true, retryAfterSeconds: 0 }) },
    mailer: {
      async queue(_tx: unknown, email: Email) {
        if (email.kind === "notifications") emails.push(email);
      },
      wake() {},
    },
    publicUrl: "https://lattice.test",
    signedIds: createSignedIds("a secret for tests"),
  };
  const notifications = createNotifications(deps);
  const listItems = async (member: Member) =>
    (await notifications.list(member, { filter: "all", cursor: null })).items;
  return {
    database,
    forum,
    clock,
    /** Returns the member with this name, who is created on the first call. */
    createMember(name: string, role: Member["role"] = "user") {
      const member = members.get(name) ?? insertMember(database, name, { role });
      members.set(name, member);
      return member;
    },
    createPost: async (author: Member, fields: { readonly title: string; readonly content?: string }) =>
      (await forum.createPost(author, { category: "ai", tags: [], content: "Some text.", ...fields })).id,
    notifications,
    emails,
    listItems,
    /** Reads the member's notifications as lines, newest first; "·" marks unread ones. */
    readLines: async (member: Member) =>
      (await listItems(member)).map(
        (notification) => `${notification.isRead ? "" : "· "}${formatNotification(notification)}`,
      ),
    comment: async (author: Member, postId: string, content: string, parentId?: string) =>
      (await forum.addComment(author, { postId, content, parentId: parentId ?? null })).id,
    sendEmails: () => sendNotificationEmails(deps),
    deleteOld: () => deleteOldNotifications(deps),
  };
}
