/**
 * Messages between programs on one database. They contain ids and small numbers only; the subscriber reads the rows, so
 * no message is private or long.
 */
export interface Topics {
  /** Settings of the site were saved. */
  readonly settings: Record<string, never>;
  /**
   * Posts or comments were made (`made`) or changed. `ids` is null where it were too many to name, and then `postIds` too:
   * the posts that comments stand under. Told by the tables themselves (migrations 0022 and 0029), whoever changes them.
   */
  readonly forum: {
    readonly of: "posts" | "comments";
    readonly made: boolean;
    /** Whether nothing but votes, counts and ranks changed. */
    readonly figuresOnly: boolean;
    readonly ids: readonly string[] | null;
    readonly postIds?: readonly string[] | null;
  };
  /** What is shown of members has changed; `usernames` has the former ones too. Told by the tables themselves. */
  readonly members: {
    readonly figuresOnly: boolean;
    readonly ids: readonly string[] | null;
    readonly usernames: readonly string[] | null;
  };
  /** Articles came, went or changed, or their pictures. Told by the tables themselves. */
  readonly news: { readonly figuresOnly: boolean };
  /**
   * Sessions have ended, or what members may do has changed: what is theirs is not to be carried to them any more
   * before they were asked for anew. Null where it were too many to name. Told by the tables themselves.
   */
  readonly access: {
    readonly of: "sessions" | "members";
    readonly ids: readonly string[] | null;
  };
  /**
   * What a member is told is other than before. Two who tell at once do not see each other's: whoever shows the count
   * of the unread reads it anew (`app.notifications.countUnread`).
   */
  readonly notification: { readonly memberId: string };
}

export type Topic = keyof Topics;
