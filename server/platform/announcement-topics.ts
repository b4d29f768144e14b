/** Messages between processes on one database. They contain IDs, usernames and flags; subscribers read the rows. */
export interface Topics {
  /** Published when the site settings or sign-in providers were saved, or the demo community was removed. */
  readonly settings: Record<string, never>;
  /**
   * Posts or comments were created, changed or deleted. `postIds` are the posts that the comments belong to. If there
   * were too many rows to list, `ids` is null and `postIds` is incomplete.
   */
  readonly forum: {
    readonly table: "posts" | "comments";
    readonly created: boolean;
    /** Only votes, counts or ranks changed. */
    readonly countsOnly: boolean;
    readonly ids: readonly string[] | null;
    readonly postIds?: readonly string[] | null;
  };
  /** Profiles were changed or deleted. `usernames` includes former usernames. */
  readonly members: {
    readonly countsOnly: boolean;
    readonly ids: readonly string[] | null;
    readonly usernames: readonly string[] | null;
  };
  /** Articles or their images were added, changed or removed. */
  readonly news: { readonly countsOnly: boolean };
  /**
   * Sessions ended, members were suspended, unsuspended or deleted, or the status of a factor changed. `ids` is null if
   * there were too many to list.
   */
  readonly access: {
    readonly table: "sessions" | "members";
    readonly ids: readonly string[] | null;
  };
  /** The location of the site's files was changed. */
  readonly files: Record<string, never>;
  /** Contains no unread count: concurrent transactions don't see each other's rows, so subscribers must read it. */
  readonly notification: { readonly memberId: string };
}

export type Topic = keyof Topics;
/** The other topics are only published by table triggers (server/database/migrations). */
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
