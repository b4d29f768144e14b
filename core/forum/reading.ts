/** A member's state for threads: followed or muted, saved, and how far each was read. */

/** "normal" means that the member is only notified of replies to their own posts and comments. */
export const FOLLOW_STATES = ["following", "normal", "muted"] as const;
export type FollowState = (typeof FOLLOW_STATES)[number];

export function isFollowState(value: unknown): value is FollowState {
  return FOLLOW_STATES.some((state) => state === value);
}

/** New comments are counted up to this number. */
export const NEW_COMMENTS_MAX = 99;

/** Formats a count: "3 new", "99+ new". */
export function formatNewCount(comments: number): string {
  return `${comments > NEW_COMMENTS_MAX ? `${NEW_COMMENTS_MAX}+` : comments} new`;
}

/** A member's state for one post. */
export interface ThreadState {
  readonly follow: FollowState;
  readonly isSaved: boolean;
  /** Whether the post is by another member, from the last week, and was never opened. */
  readonly isUnread: boolean;
  /** Number of others' comments since the member's last visit, capped at NEW_COMMENTS_MAX + 1; 0 if never opened. */
  readonly newComments: number;
}

/** A tag (in lower case) or category that a member follows. */
export interface FollowedList {
  readonly kind: "tag" | "category";
  readonly name: string;
}

/** An entry in a member's list of saved posts. */
export interface SavedPost<Post> {
  readonly id: string;
  readonly savedAt: string;
  /** Null if the post has been deleted. */
  readonly post: Post | null;
}
