import { formatInteger } from "#core/format-count.ts";
import { describeAdminAction } from "./admin-actions.ts";
import { type NotificationKind, UNREAD_MAX } from "./kinds.ts";
import type { Notification } from "./types.ts";

type DescribedNotification = Omit<Notification, "id" | "createdAt" | "isRead" | "excerpt" | "hasPage">;

/**
 * Describes a notification as parts of a sentence: the actor, the action, the title and the suffix. `actorName` is
 * null if the sentence names no one.
 */
export function describeNotification(notification: DescribedNotification) {
  const { kind, actor, targetKind, isReplyToComment, title, followedList, voterCount, adminAction } =
    notification;
  const isPost = targetKind === "post";
  const describe = (action: string, suffix = "") => ({ actorName: null, action, title, suffix });
  const describeWithActor = (action: string, suffix = "") => ({
    ...describe(action, suffix),
    actorName: actor?.username ?? "Someone",
  });
  switch (kind) {
    case "reply":
      return describeWithActor(isReplyToComment ? "replied to your comment on" : "commented on your post");
    case "mention":
      return describeWithActor(isPost ? "mentioned you in" : "mentioned you in a comment on");
    case "thread":
      return describeWithActor("commented on", ", which you follow");
    case "post":
      return describeWithActor("posted", followedList ? ` in ${followedList}, which you follow` : "");
    case "votes": {
      const people = voterCount === 1 ? "One person" : `${formatInteger(voterCount)} people`;
      return describe(`${people} voted on ${isPost ? "your post" : "your comment on"}`);
    }
    case "moderation": {
      const { action, suffix } = describeAdminAction(adminAction ?? "", targetKind, title !== "");
      return describe(action, suffix);
    }
  }
}

export function formatNotification(notification: DescribedNotification): string {
  const { actorName, action, title, suffix } = describeNotification(notification);
  return `${actorName === null ? "" : `${actorName} `}${action}${title === "" ? "" : ` “${title}”`}${suffix}`;
}

/** Formats the unread count: "3", or "99+" if there are more than 99. */
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
    description: "Someone posts with a tag or in a category you follow.",
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
