import { describeAdminAction } from "./admin-actions.ts";
import { type NotificationKind, UNREAD_MAX } from "./kinds.ts";
import type { Notification } from "./types.ts";

/** A notification as parts of a sentence: actor (null if none is named), action, title and suffix. */
export interface NotificationText {
  readonly actorName: string | null;
  readonly action: string;
  readonly title: string;
  readonly suffix: string;
}

type DescribedNotification = Pick<
  Notification,
  | "kind"
  | "actor"
  | "targetKind"
  | "isReplyToComment"
  | "title"
  | "followedList"
  | "voterCount"
  | "adminAction"
>;

export function describeNotification(notification: DescribedNotification): NotificationText {
  const { kind, actor, targetKind, isReplyToComment, title, followedList, voterCount, adminAction } =
    notification;
  const actorName = actor?.username ?? "Someone";
  switch (kind) {
    case "reply":
      return {
        actorName: actorName,
        action: isReplyToComment ? "replied to your comment on" : "commented on your post",
        title,
        suffix: "",
      };
    case "mention":
      return {
        actorName: actorName,
        action: targetKind === "post" ? "mentioned you in" : "mentioned you in a comment on",
        title,
        suffix: "",
      };
    case "thread":
      return { actorName: actorName, action: "commented on", title, suffix: ", which you follow" };
    case "post":
      return {
        actorName: actorName,
        action: "posted",
        title,
        suffix: followedList ? ` in ${followedList}, which you follow` : "",
      };
    case "votes": {
      const people = voterCount === 1 ? "One person" : `${voterCount} people`;
      return {
        actorName: null,
        action: `${people} voted on ${targetKind === "post" ? "your post" : "your comment on"}`,
        title,
        suffix: "",
      };
    }
    case "moderation":
      return {
        actorName: null,
        action: describeAdminAction(adminAction ?? "", targetKind, title !== ""),
        title,
        suffix: "",
      };
  }
}

export function formatNotification(notification: DescribedNotification): string {
  const { actorName, action, title, suffix } = describeNotification(notification);
  return `${actorName === null ? "" : `${actorName} `}${action}${title === "" ? "" : ` “${title}”`}${suffix}`;
}

/** Formats the unread count: "3", or "99+" if counting stopped. */
export function formatUnread(unread: number): string {
  return unread >= UNREAD_MAX ? `${UNREAD_MAX - 1}+` : String(unread);
}

export const KIND_LABELS: Readonly<
  Record<NotificationKind, { readonly name: string; readonly description: string }>
> = {
  reply: { name: "Replies", description: "Someone comments on your post or replies to your comment." },
  mention: {
    name: "Mentions",
    description: "Someone @mentions you in a post or comment.",
  },
  thread: { name: "Followed threads", description: "Someone comments in a thread you follow." },
  post: {
    name: "Followed tags and categories",
    description: "Someone posts in a tag or category you follow.",
  },
  votes: {
    name: "Votes",
    description: "People vote on your posts and comments. You'll see how many, but not who voted.",
  },
  moderation: {
    name: "Moderation and account",
    description: "An administrator changes your account or your content, or reviews your report.",
  },
};
