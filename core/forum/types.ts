import type { PostCategory } from "./categories.ts";
import type { ThreadMarks } from "./reading.ts";

/** What the forum's operations give to screens. Times are ISO 8601 in UTC. */

export interface Author {
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly isVerified: boolean;
}

/** 1 for up, -1 for down, 0 for no vote of the viewer's. */
export type OwnVote = 1 | -1 | 0;

export interface PostCard {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly category: PostCategory;
  readonly tags: readonly string[];
  readonly author: Author;
  readonly createdAt: string;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly commentCount: number;
  readonly isPinned: boolean;
  readonly isLocked: boolean;
  readonly ownVote: OwnVote;
  /** Null for a visitor. */
  readonly marks: ThreadMarks | null;
}

export interface PostDetail extends PostCard {
  /** Markdown as written, for the edit form. */
  readonly content: string;
  /** Safe HTML made from it. */
  readonly contentHtml: string;
  /** The first picture in it, which a shared link shows. */
  readonly image: PostImage | null;
  readonly editedAt: string | null;
  /** Whether the viewer may edit and delete it. */
  readonly canEdit: boolean;
  /** How far a member has read who sees the post now, in microseconds since 1970; null for a visitor. */
  readonly readUntil: number | null;
  /** The first comment that came since the member's last visit; null for a visitor and on a first visit. */
  readonly oldestNew: string | null;
}

export interface PostImage {
  /** Of this site. */
  readonly path: string;
  readonly alt: string;
  /** In pixels; null where the post does not say. */
  readonly width: number | null;
  readonly height: number | null;
}

export const POST_SORTS = ["hot", "new", "top"] as const;
export type PostSort = (typeof POST_SORTS)[number];

export const TOP_PERIODS = ["day", "week", "month", "all"] as const;
export type TopPeriod = (typeof TOP_PERIODS)[number];

export interface PostListQuery {
  readonly sort: PostSort;
  /** Counts under Top only. */
  readonly period: TopPeriod;
  /** Post categories to show; empty means every one. */
  readonly categories: readonly PostCategory[];
  readonly tag: string | null;
  /** What was typed into the search box, trimmed; "" means no search. Under Hot a search is ordered by relevance. */
  readonly search: string;
  /** Where the list before ended, as it was given out; null for the beginning. */
  readonly cursor: string | null;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque; null when the list ends here. */
  readonly nextCursor: string | null;
  /** Not later than it was read, in milliseconds since 1970, where the page is told of what comes after. */
  readonly at?: number;
}

export const COMMENT_SORTS = ["new", "best", "old"] as const;
export type CommentSort = (typeof COMMENT_SORTS)[number];

export interface CommentNode {
  readonly id: string;
  readonly parentId: string | null;
  /** Null where the comment was deleted: its place stays, its words and author do not. */
  readonly author: Author | null;
  readonly content: string | null;
  readonly contentHtml: string | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly isDeleted: boolean;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly ownVote: OwnVote;
  /** Somebody else's, since the member's last visit. */
  readonly isNew: boolean;
  readonly canEdit: boolean;
  readonly replies: readonly CommentNode[];
  /** Direct answers that are not in `replies`: too deep or too many; they are read on the thread's own page. */
  readonly hiddenReplies: number;
}

/** Live figures of the whole community. */
export interface CommunityFigures {
  readonly totalPosts: number;
  readonly members: number;
  /** Members and visitors who are here or were within the last five minutes, everyone once. */
  readonly onlineNow: number;
  /** Posts made since midnight UTC. */
  readonly todaysPosts: number;
}

export interface Draft {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly updatedAt: string;
}

export interface SimilarPost {
  readonly id: string;
  readonly title: string;
  readonly commentCount: number;
  readonly createdAt: string;
}
