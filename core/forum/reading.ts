/** What a member makes of threads: follows or mutes, saves, and how far each was read. */

/** "normal": told only of what answers the member's own words. */
export const FOLLOW_STATES = ["following", "normal", "muted"] as const;
export type FollowState = (typeof FOLLOW_STATES)[number];

export function isFollowState(value: unknown): value is FollowState {
  return FOLLOW_STATES.some((state) => state === value);
}

/** More new comments than these are not counted. */
export const NEW_COMMENTS_MAX = 99;

/** "3 new", "99+ new". */
export function countNew(comments: number): string {
  return `${comments > NEW_COMMENTS_MAX ? `${NEW_COMMENTS_MAX}+` : comments} new`;
}

/** A member's marks on one post. */
export interface ThreadMarks {
  readonly follow: FollowState;
  readonly isSaved: boolean;
  /** Somebody else's, of the last week, and never opened. */
  readonly isUnread: boolean;
  /** Others' comments since the member last looked, NEW_COMMENTS_MAX + 1 for more; 0 where it was never opened. */
  readonly newComments: number;
}

/** A post in the list of those that a member saved. */
export interface SavedPost<Post> {
  readonly id: string;
  readonly savedAt: string;
  /** Null where it was deleted since. */
  readonly post: Post | null;
}
