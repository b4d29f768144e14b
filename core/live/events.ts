import type { PostCategory } from "#core/forum/categories.ts";

/**
 * Events sent over /live. Apart from `unread`, they contain only IDs, states and counters that any visitor may read,
 * and no text except tags.
 */

/** The current state of a post; a deleted one has only its ID. */
export type PostState =
  | { readonly id: string; readonly isGone: true }
  | {
      readonly id: string;
      readonly isGone?: false;
      /** Whether the post was just created rather than changed. */
      readonly isNew: boolean;
      /** Null if the author's account was deleted. */
      readonly authorId: string | null;
      readonly category: PostCategory;
      readonly tags: readonly string[];
      readonly upvotes: number;
      readonly downvotes: number;
      readonly commentCount: number;
      readonly isLocked: boolean;
    };

/** The current state of a comment on a visible post; a deleted one has only its IDs. */
export type CommentState =
  | { readonly id: string; readonly postId: string; readonly isGone: true }
  | {
      readonly id: string;
      readonly postId: string;
      /** The comment that this one replies to. */
      readonly parentId: string | null;
      readonly isGone?: false;
      readonly isNew: boolean;
      readonly authorId: string | null;
      readonly upvotes: number;
      readonly downvotes: number;
    };

export interface LiveEvent {
  /** Server time in milliseconds, just before the rows were read. Strictly increasing; streams resume from it. */
  readonly at?: number;
  readonly posts?: readonly PostState[];
  readonly comments?: readonly CommentState[];
  /** Set if the client missed more changes than can be listed. The page may then be out of date. */
  readonly missed?: true;
  /** The number of the member's unread notifications; only sent to their own streams. */
  readonly unread?: number;
}
