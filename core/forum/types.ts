import type { PostCategory } from "./categories.ts";
import type { ThreadState } from "./reading.ts";

/** Times are ISO 8601 in UTC. */

export interface Author {
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly isVerified: boolean;
}

/** 0 if the viewer hasn't voted. */
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
  readonly threadState: ThreadState | null;
  readonly lastReply: LastReply | null;
  /** Up to three members who commented last, latest first, excluding the post's author. */
  readonly participants: readonly Participant[];
}

export interface LastReply {
  readonly username: string;
  readonly at: string;
}

export type Participant = Pick<Author, "username" | "avatarUrl">;

export interface PostDetail extends Omit<PostCard, "lastReply" | "participants"> {
  /** Markdown, for the edit form. */
  readonly content: string;
  /** Identifies the text, so that saving the edit form doesn't overwrite newer text. */
  readonly version: string;
  readonly contentHtml: string;
  readonly image: PostImage | null;
  readonly editedAt: string | null;
  readonly canEdit: boolean;
  /** How far the member has read after this visit, in microseconds since 1970; null for a visitor. */
  readonly readUntil: number | null;
  /** The ID of the oldest comment by others since the last visit; null if there is none or this is the first visit. */
  readonly oldestNewCommentId: string | null;
}

export interface PostImage {
  readonly path: string;
  readonly alt: string;
  /** In pixels; null if the post doesn't specify it. */
  readonly width: number | null;
  readonly height: number | null;
}

export const POST_SORTS = ["hot", "new", "top"] as const;
export type PostSort = (typeof POST_SORTS)[number];

export const TOP_PERIODS = ["day", "week", "month", "all"] as const;
export type TopPeriod = (typeof TOP_PERIODS)[number];

/** Only members can use "unread" and "following". */
export const POST_FILTERS = ["all", "unanswered", "unread", "following"] as const;
export type PostFilter = (typeof POST_FILTERS)[number];

export interface PostListQuery {
  /** Unread and Following have their own order and ignore `sort`. */
  readonly filter?: PostFilter;
  readonly sort: PostSort;
  readonly period: TopPeriod;
  /** The post categories to show; empty means all. */
  readonly categories: readonly PostCategory[];
  readonly tag: string | null;
  /** The text in the search box; "" means no search. If `sort` is "hot", results are sorted by relevance. */
  readonly search: string;
  /** Null for the first page. */
  readonly cursor: string | null;
  /** The number of posts: PAGE_SIZE by default, and always for a search. */
  readonly size?: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque; null on the last page. */
  readonly nextCursor: string | null;
  /** The time just before the list was loaded (ms since 1970). Set if later changes are pushed to the page. */
  readonly at?: number;
}

export const COMMENT_SORTS = ["new", "best", "old"] as const;
export type CommentSort = (typeof COMMENT_SORTS)[number];

export interface CommentNode {
  readonly id: string;
  readonly parentId: string | null;
  /** Null, like the content, for the placeholder of a deleted comment. */
  readonly author: Author | null;
  readonly content: string | null;
  readonly contentHtml: string | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly isDeleted: boolean;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly ownVote: OwnVote;
  /** Whether another member wrote the comment since the viewer's last visit. */
  readonly isNew: boolean;
  readonly canEdit: boolean;
  /**
   * Identifies the content, so that saving the edit form doesn't overwrite newer content. Null if the viewer can't
   * edit the comment.
   */
  readonly version: string | null;
  readonly replies: readonly CommentNode[];
  /** Number of direct replies shown only on the comment's own page, because they are too deep or too many. */
  readonly hiddenReplyCount: number;
}

export interface Community {
  readonly figures: CommunityFigures;
  /** The most frequent tags of the hottest posts. */
  readonly popularTags: readonly string[];
}

export interface ForumOverview {
  /** The number of posts in each category that has posts. */
  readonly postCounts: Readonly<Partial<Record<PostCategory, number>>>;
  readonly topMembers: readonly TopMember[];
  /** Newest first. */
  readonly unanswered: readonly PostLink[];
}

/** `upvotes` counts other members' upvotes on the member's posts and comments of the last seven days. */
export interface TopMember extends Author {
  readonly upvotes: number;
}

export type PostLink = Pick<PostCard, "id" | "title" | "createdAt">;

export interface CommunityFigures {
  readonly totalPosts: number;
  readonly members: number;
  /** Members and visitors seen within the last five minutes, each counted once. */
  readonly onlineNow: number;
  /** Posts created since midnight UTC. */
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
