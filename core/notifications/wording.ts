import { describeAdminAction } from "./admin-actions.ts";
import { type NotificationKind, UNREAD_MAX } from "./kinds.ts";
import type { Notification } from "./types.ts";

/** A notification as a sentence in parts: who did what, to which title, plus the rest. */
export interface NotificationText {
  readonly who: string | null;
  readonly did: string;
  readonly title: string;
  readonly rest: string;
}

type Described = Pick<
  Notification,
  "kind" | "actor" | "targetKind" | "answersComment" | "title" | "voterCount" | "adminAction"
>;

export function describeNotification(notification: Described): NotificationText {
  const { kind, actor, targetKind, answersComment, title, voterCount, adminAction } = notification;
  const who = actor?.username ?? "Someone";
  switch (kind) {
    case "reply":
      return {
        who,
        did: answersComment ? "replied to your comment on" : "commented on your post",
        title,
        rest: "",
      };
    case "mention":
      return {
        who,
        did: targetKind === "post" ? "mentioned you in" : "mentioned you in a comment on",
        title,
        rest: "",
      };
    case "thread":
      return { who, did: "commented on", title, rest: ", which you follow" };
    case "votes": {
      const people = voterCount === 1 ? "One person" : `${voterCount} people`;
      return {
        who: null,
        did: `${people} voted on ${targetKind === "post" ? "your post" : "your comment on"}`,
        title,
        rest: "",
      };
    }
    case "moderation":
      return {
        who: null,
        did: describeAdminAction(adminAction ?? "", targetKind, title !== ""),
        title,
        rest: "",
      };
  }
}

/** The same as plain text. */
export function formatNotification(notification: Described): string {
  const { who, did, title, rest } = describeNotification(notification);
  return `${who === null ? "" : `${who} `}${did}${title === "" ? "" : ` “${title}”`}${rest}`;
}

/** "3", or "99+" if counting stopped. */
export function formatUnread(unread: number): string {
  return unread >= UNREAD_MAX ? `${UNREAD_MAX - 1}+` : String(unread);
}

/** Labels in the notification settings. */
export const KIND_LABELS: Readonly<
  Record<NotificationKind, { readonly name: string; readonly says: string }>
> = {
  reply: { name: "Replies", says: "Someone comments on your post or replies to your comment." },
  mention: { name: "Mentions", says: "Someone mentions you with @ and your name in a post or comment." },
  thread: { name: "Followed threads", says: "Someone comments in a thread you follow." },
  votes: { name: "Votes", says: "People vote on your posts and comments. You see how many, never who." },
  moderation: {
    name: "Administration",
    says: "An administrator changes your account or your content, or decides on your report.",
  },
};
