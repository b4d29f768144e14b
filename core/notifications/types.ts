import type { ReportedKind } from "#core/reports/kinds.ts";
import type { NotificationKind } from "./kinds.ts";

/** One thing that a member is told. */
export interface Notification {
  readonly id: string;
  readonly kind: NotificationKind;
  /** RFC 3339 in UTC. */
  readonly at: string;
  readonly isRead: boolean;
  /** Who wrote what it tells of; null for votes and for what administrators did. */
  readonly actor: { readonly username: string; readonly avatarUrl: string | null } | null;
  /** What it is about: for words, what they are; for votes and acts, what of the member's. */
  readonly thing: ReportedKind;
  /** Of a reply: whether it answers a comment of the member's, rather than the post. */
  readonly answersComment: boolean;
  /** A post's title, of a comment its post's; empty where there is nothing to name. */
  readonly title: string;
  /** The first words of a comment, or an administrator's own words; as plain text. */
  readonly words: string;
  /** How many people voted. */
  readonly amount: number;
  /** What an administrator did; null for the other kinds. */
  readonly act: string | null;
  /** Whether there is something to be led to. */
  readonly leadsOn: boolean;
}

export interface NotificationPage {
  readonly items: readonly Notification[];
  readonly nextCursor: string | null;
  /** Where marking all of them as read ends: what comes in later stays unread. */
  readonly upTo: string;
}

export interface NotificationQuery {
  readonly only: "all" | "unread";
  readonly cursor: string | null;
}

/** A name that is offered while one is typed. */
export interface SuggestedName {
  readonly username: string;
  readonly avatarUrl: string | null;
  /** Whether they wrote in the thread. */
  readonly isHere: boolean;
}
