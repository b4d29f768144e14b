/**
 * Messages between programs on one database. They contain only ids and small numbers, and subscribers read the rows
 * themselves, so no message contains private data or gets long.
 */
export interface Topics {
  /** The site settings were saved. */
  readonly settings: Record<string, never>;
  /**
   * Posts or comments were created (`made`) or changed. `ids` is null when there were too many to list, and so is
   * `postIds`, the posts of the comments. Sent by table triggers (migrations 0022 and 0029), whoever makes the
   * change.
   */
  readonly forum: {
    readonly of: "posts" | "comments";
    readonly made: boolean;
    /** Only votes, counts or ranks changed. */
    readonly figuresOnly: boolean;
    readonly ids: readonly string[] | null;
    readonly postIds?: readonly string[] | null;
  };
  /** Public profile data changed. `usernames` includes former usernames. Sent by table triggers. */
  readonly members: {
    readonly figuresOnly: boolean;
    readonly ids: readonly string[] | null;
    readonly usernames: readonly string[] | null;
  };
  /** Articles or their pictures were added, changed or removed. Sent by table triggers. */
  readonly news: { readonly figuresOnly: boolean };
  /**
   * Sessions ended or permissions changed: check permissions again before sending these members anything. Null when
   * there were too many to list. Sent by table triggers.
   */
  readonly access: {
    readonly of: "sessions" | "members";
    readonly ids: readonly string[] | null;
  };
  /**
   * A member's notifications changed. Concurrent transactions don't see each other's rows, so subscribers that show
   * the unread count must read it again (`app.notifications.countUnread`).
   */
  readonly notification: { readonly memberId: string };
}

export type Topic = keyof Topics;
