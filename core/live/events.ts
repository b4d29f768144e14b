import type { PostCategory } from "../forum/categories.ts";

/** What open pages are told over /live: ids, kinds and figures that every visitor may read, and no words but tags. */

/** A post as it is now; of one that is gone nothing but that. */
export type PostState =
  | { readonly id: string; readonly isGone: true }
  | {
      readonly id: string;
      readonly isGone?: false;
      /** Made just now, not changed. */
      readonly isNew: boolean;
      /** Null once its author is forgotten. */
      readonly authorId: string | null;
      readonly category: PostCategory;
      readonly tags: readonly string[];
      readonly upvotes: number;
      readonly downvotes: number;
      readonly commentCount: number;
      readonly isLocked: boolean;
    };

/** A comment of a post that is there. */
export type CommentState =
  | { readonly id: string; readonly postId: string; readonly isGone: true }
  | {
      readonly id: string;
      readonly postId: string;
      /** The comment that it answers. */
      readonly parentId: string | null;
      readonly isGone?: false;
      readonly isNew: boolean;
      readonly authorId: string | null;
      readonly upvotes: number;
      readonly downvotes: number;
    };

export interface LiveEvent {
  /** When the server read this, in milliseconds since 1970: grows from event to event, and a stream goes on from it. */
  readonly at?: number;
  readonly posts?: readonly PostState[];
  readonly comments?: readonly CommentState[];
  /** More was missed than can be told: what is shown may be out of date. */
  readonly missed?: true;
  /** How many unread notifications the member has; to nobody's streams but his own. */
  readonly unread?: number;
}
