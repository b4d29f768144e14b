import type { Member } from "#core/accounts/member.ts";
import type { Notification } from "#core/notifications/types.ts";
import { notificationLine } from "#core/notifications/wording.ts";
import { openTestForum, type TestForum } from "#server/forum/testing.ts";
import type { Letter } from "#server/mail/index.ts";
import { createLog } from "#server/platform/log.ts";
import { createNotifications, type Notifications } from "./index.ts";
import { sweepNotifications } from "./jobs.ts";
import { sendNotificationMails } from "./send-mails.ts";

/** A forum whose members are told of things, and the mails that would leave it. */
export interface TestNotifications extends TestForum {
  readonly notifications: Notifications;
  readonly letters: Extract<Letter, { kind: "notifications" }>[];
  /** What the member is told, newest first, a line for each; "·" before what is not read. */
  told(member: Member): Promise<string[]>;
  items(member: Member): Promise<readonly Notification[]>;
  comment(by: Member, postId: string, content: string, parentId?: string): Promise<string>;
  /** A turn of the job that writes mails; how many it wrote. */
  sendMails(): Promise<number>;
  sweep(): Promise<number>;
}

export async function openTestNotifications(
  options: { maxConnections?: number } = {},
): Promise<TestNotifications> {
  const site = await openTestForum(options);
  const letters: Extract<Letter, { kind: "notifications" }>[] = [];
  const deps = {
    database: site.database,
    clock: site.clock,
    log: createLog("silent"),
    limits: { consume: async () => ({ allowed: true, retryAfterSeconds: 0 }) },
    mail: {
      async queue(_tx: unknown, letter: Letter) {
        if (letter.kind === "notifications") letters.push(letter);
      },
      wake() {},
    },
    publicUrl: "https://lattice.test",
    secret: "a secret for tests",
  };
  const notifications = createNotifications(deps);
  const items = async (member: Member) =>
    (await notifications.list(member, { only: "all", cursor: null })).items;
  return {
    ...site,
    notifications,
    letters,
    items,
    told: async (member) =>
      (await items(member)).map((one) => `${one.isRead ? "" : "· "}${notificationLine(one)}`),
    comment: async (by, postId, content, parentId) =>
      (await site.forum.addComment(by, { postId, content, parentId: parentId ?? null })).id,
    sendMails: () => sendNotificationMails(deps),
    sweep: () => sweepNotifications(deps),
  };
}
