import type { Member } from "#core/accounts/member.ts";
import type { Notification } from "#core/notifications/types.ts";
import { formatNotification } from "#core/notifications/wording.ts";
import type { Email } from "#server/email/index.ts";
import { createForum, type Forum } from "#server/forum/index.ts";
import { createLog } from "#server/platform/log.ts";
import { createSignedIds } from "#server/platform/signed-ids.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { createNotifications, type Notifications } from "./index.ts";
import { deleteOldNotifications } from "./jobs.ts";
import { sendNotificationEmails } from "./send-emails.ts";

/** A forum with notifications, and the emails they would send. */
export interface TestNotifications {
  readonly database: TestDatabase;
  readonly forum: Forum;
  readonly clock: { now(): Date; advance(seconds: number): void };
  /** Creates the member on the first call. */
  createMember(name: string, role?: Member["role"]): Promise<Member>;
  createPost(author: Member, fields: { readonly title: string; readonly content?: string }): Promise<string>;
  readonly notifications: Notifications;
  readonly emails: Extract<Email, { kind: "notifications" }>[];
  /** Reads the member's notifications as lines, newest first; "·" marks unread ones. */
  readLines(member: Member): Promise<string[]>;
  items(member: Member): Promise<readonly Notification[]>;
  comment(author: Member, postId: string, content: string, parentId?: string): Promise<string>;
  /** Runs the email job; returns the number of emails. */
  sendEmails(): Promise<number>;
  deleteOld(): Promise<number>;
}

export async function openTestNotifications(
  options: { maxConnections?: number } = {},
): Promise<TestNotifications> {
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
  const items = async (member: Member) =>
    (await notifications.list(member, { filter: "all", cursor: null })).items;
  return {
    database,
    forum,
    clock,
    createMember(name, role = "user") {
      const member = members.get(name) ?? insertMember(database, name, { role });
      members.set(name, member);
      return member;
    },
    createPost: async (author, fields) =>
      (await forum.createPost(author, { category: "ai", tags: [], content: "Words.", ...fields })).id,
    notifications,
    emails,
    items,
    readLines: async (member) =>
      (await items(member)).map(
        (notification) => `${notification.isRead ? "" : "· "}${formatNotification(notification)}`,
      ),
    comment: async (author, postId, content, parentId) =>
      (await forum.addComment(author, { postId, content, parentId: parentId ?? null })).id,
    sendEmails: () => sendNotificationEmails(deps),
    deleteOld: () => deleteOldNotifications(deps),
  };
}
