/** Whether a member follows, has muted or has saved a thread, and how much of it they have read. */

/** In a "normal" thread, members are only notified of mentions and of replies to their own posts and comments. */
export const FOLLOW_STATES = ["following", "normal", "muted"] as const;
export type FollowState = (typeof FOLLOW_STATES)[number];

export function isFollowState(value: unknown): value is FollowState {
  return FOLLOW_STATES.some((state) => state === value);
}

/** Larger counts are shown as "99+". */
export const NEW_COMMENTS_MAX = 99;

export function formatNewCount(count: number): string {
  return `${count > NEW_COMMENTS_MAX ? `${NEW_COMMENTS_MAX}+` : count} new`;
}

export interface ThreadState {
  readonly follow: FollowState;
  readonly isSaved: boolean;
  /** Whether another member started the thread in the last week and the viewer hasn't opened it. */
  readonly isUnread: boolean;
  /** Others' comments since the last visit, at most NEW_COMMENTS_MAX + 1; 0 if never opened. */
  readonly newCommentCount: number;
}

export interface FollowedList {
  readonly kind: "tag" | "category";
  readonly name: string;
}

export interface SavedPost<Post> {
  readonly id: string;
  readonly savedAt: string;
  readonly post: Post | null;
}
