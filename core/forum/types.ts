import type { PostCategory } from "./categories.ts";
import type { ThreadState } from "./reading.ts";

/** Data that the forum's operations return to screens. Times are ISO 8601 in UTC. */

export interface Author {
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly isVerified: boolean;
}

/** 1 for up, -1 for down, 0 for no vote by the viewer. */
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
  /** Up to three members whose replies are the latest, latest first, without the author. */
  readonly participants: readonly Participant[];
}

export interface LastReply {
  readonly username: string;
  readonly at: string;
}

export type Participant = Pick<Author, "username" | "avatarUrl">;

export interface PostDetail extends Omit<PostCard, "lastReply" | "participants"> {
  /** Markdown as written, for the edit form. */
  readonly content: string;
  /** Identifies the text, so that saving the edit form doesn't replace a newer one. */
  readonly version: string;
  /** The content as safe HTML. */
  readonly contentHtml: string;
  /** The first image in the content, for link previews. */
  readonly image: PostImage | null;
  readonly editedAt: string | null;
  /** Whether the viewer may edit and delete it. */
  readonly canEdit: boolean;
  /** How far the member had read before this visit, in microseconds since 1970; null for a visitor. */
  readonly readUntil: number | null;
  /** The first comment since the member's last visit; null for a visitor and on a first visit. */
  readonly oldestNew: string | null;
}

export interface PostImage {
  /** A path on this site. */
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

/** "all" is every post. The others are for members, except "unanswered". */
export const POST_FILTERS = ["all", "unanswered", "unread", "following"] as const;
export type PostFilter = (typeof POST_FILTERS)[number];

export interface PostListQuery {
  /** "all" by default. Unread and Following have their own order and ignore `sort`. */
  readonly filter?: PostFilter;
  readonly sort: PostSort;
  /** Only used with Top. */
  readonly period: TopPeriod;
  /** Post categories to show; empty means all. */
  readonly categories: readonly PostCategory[];
  readonly tag: string | null;
  /** The search box's text, trimmed; "" means no search. With Hot, results are sorted by relevance. */
  readonly search: string;
  /** The previous page's `nextCursor`; null for the first page. */
  readonly cursor: string | null;
  /** The number of posts; PAGE_SIZE by default, and always for a search. */
  readonly size?: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque; null on the last page. */
  readonly nextCursor: string | null;
  /**
   * The latest possible time at which the list was read, in milliseconds since 1970. Present if later changes
   * are pushed to the page.
   */
  readonly at?: number;
}

export const COMMENT_SORTS = ["new", "best", "old"] as const;
export type CommentSort = (typeof COMMENT_SORTS)[number];

export interface CommentNode {
  readonly id: string;
  readonly parentId: string | null;
  /** Null if the comment was deleted, in which case its place in the thread remains without content and author. */
  readonly author: Author | null;
  readonly content: string | null;
  readonly contentHtml: string | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly isDeleted: boolean;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly ownVote: OwnVote;
  /** Whether it is by another member, since the viewer's last visit. */
  readonly isNew: boolean;
  readonly canEdit: boolean;
  /** Identifies the content, so that saving the edit form doesn't replace a newer one. Null if the viewer can't edit it. */
  readonly version: string | null;
  readonly replies: readonly CommentNode[];
  /**
   * Direct replies that aren't in `replies` because they are too deep or too many. The comment's own page shows
   * them.
   */
  readonly hiddenReplies: number;
}

/** The community's current topics and live counts. */
export interface Community {
  readonly figures: CommunityFigures;
  /** The most frequent tags of the hottest posts, each in one of its spellings. */
  readonly popularTags: readonly string[];
}

/** The data that the forum shows next to its list. */
export interface ForumOverview {
  /** The number of posts in each category that has posts. */
  readonly postCounts: Readonly<Partial<Record<PostCategory, number>>>;
  readonly topMembers: readonly TopMember[];
  /** Newest first. */
  readonly unanswered: readonly PostLink[];
}

/** A member with the upvotes by others on their posts and comments of the last seven days. */
export interface TopMember extends Author {
  readonly upvotes: number;
}

/** A post as a link. */
export type PostLink = Pick<PostCard, "id" | "title" | "createdAt">;

/** Live counts for the whole community. */
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
