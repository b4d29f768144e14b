/**
 * Messages between processes on one database. They contain only ids and small numbers, and subscribers read the rows
 * themselves, so messages contain no private data and stay small.
 */
export interface Topics {
  /** Published when the site settings were saved or the demo community was removed. */
  readonly settings: Record<string, never>;
  /**
   * Posts or comments were created or changed. `ids` and `postIds` (the posts that the comments belong to) are null
   * when there were too many to list. Sent by table triggers (migrations 0022 and 0029).
   */
  readonly forum: {
    readonly table: "posts" | "comments";
    readonly created: boolean;
    /** Only votes, counts or ranks changed. */
    readonly countsOnly: boolean;
    readonly ids: readonly string[] | null;
    readonly postIds?: readonly string[] | null;
  };
  /** Public profile data was changed. `usernames` includes former usernames. Sent by table triggers. */
  readonly members: {
    readonly countsOnly: boolean;
    readonly ids: readonly string[] | null;
    readonly usernames: readonly string[] | null;
  };
  /** Articles or their images were added, changed or removed. Sent by table triggers. */
  readonly news: { readonly countsOnly: boolean };
  /**
   * Sessions ended or permissions changed: check permissions again before sending these members anything. Null
   * if there were too many to list. Sent by table triggers.
   */
  readonly access: {
    readonly table: "sessions" | "members";
    readonly ids: readonly string[] | null;
  };
  /** The location of the site's files was changed. Sent by a table trigger. */
  readonly files: Record<string, never>;
  /**
   * A member's notifications were changed. Concurrent transactions don't see each other's rows, so subscribers
   * that show the unread count must read it again (`app.notifications.countUnread`).
   */
  readonly notification: { readonly memberId: string };
}

export type Topic = keyof Topics;
/** The other topics are only published by table triggers. */
export type PublishedTopic = "settings" | "notification";

/** Maps field names in the triggers to those above. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  of: "table",
  made: "created",
  figuresOnly: "countsOnly",
};

export function parseTopicData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [FIELD_NAMES[name] ?? name, value]));
}
