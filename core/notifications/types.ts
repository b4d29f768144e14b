import type { ReportableKind } from "#core/reports/kinds.ts";
import type { NotificationKind } from "./kinds.ts";

export interface Notification {
  readonly id: string;
  readonly kind: NotificationKind;
  /** RFC 3339 in UTC. */
  readonly createdAt: string;
  readonly isRead: boolean;
  /** The author of the new post or comment; null for votes and admin actions. */
  readonly actor: { readonly username: string; readonly avatarUrl: string | null } | null;
  /** The target is the new post or comment, or the member's own post, comment or profile. */
  readonly targetKind: ReportableKind;
  /** For a reply, whether it replies to the member's comment rather than to their post. */
  readonly isReplyToComment: boolean;
  /** The title of the post; empty if there is none. */
  readonly title: string;
  /** For new posts, the tag ("#defi") or category that the member follows; null once they unfollow it. */
  readonly followedList: string | null;
  /** An excerpt of the comment, or the administrator's reason; plain text. */
  readonly excerpt: string;
  readonly voterCount: number;
  readonly adminAction: string | null;
  /** Whether the post or comment still exists, so that the notification can link to it. False for a profile. */
  readonly hasPage: boolean;
}

export interface NotificationPage {
  readonly items: readonly Notification[];
  readonly nextCursor: string | null;
  /** "Mark all as read" applies up to here, so that newer notifications stay unread. */
  readonly upTo: string;
}

export interface NotificationQuery {
  readonly filter: "all" | "unread";
  readonly cursor: string | null;
}

export interface SuggestedName {
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly isInThread: boolean;
}
