// Posts and comments as administrators see them in lists, newest first. Times are ISO 8601 in UTC.

import { removeInvisibleCharacters } from "#core/invisible.ts";
import { removeUnreadableCharacters, trimLine } from "#core/text.ts";
import { isPostCategory, type PostCategory } from "./categories.ts";
import { SEARCH_MAX } from "./limits.ts";
import type { Author, PostCard } from "./types.ts";

export const MODERATION_PAGE_SIZE = 20;

export const POST_STATES = ["pinned", "locked", "deleted"] as const;
export type PostState = (typeof POST_STATES)[number];

export interface ModeratedPostsQuery {
  readonly search: string;
  readonly authorId: string | null;
  readonly category: PostCategory | null;
  /** The state of the listed posts; null lists every post that isn't deleted. */
  readonly state: PostState | null;
  readonly cursor: string | null;
}

export interface ModeratedPost
  extends Omit<PostCard, "ownVote" | "threadState" | "excerpt" | "tags" | "upvotes" | "downvotes"> {
  readonly deletedAt: string | null;
  /** False if the post isn't deleted, or its author's account was deleted. */
  readonly canRestore: boolean;
}

export interface ModeratedCommentsQuery {
  readonly search: string;
  readonly authorId: string | null;
  readonly isDeleted: boolean;
  readonly cursor: string | null;
}

export interface ModeratedComment {
  readonly id: string;
  readonly post: { readonly id: string; readonly title: string; readonly isDeleted: boolean };
  readonly author: Author;
  readonly content: string;
  /** Identifies the content, so that saving the edit form doesn't overwrite newer content. */
  readonly version: string;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly deletedAt: string | null;
  readonly canRestore: boolean;
}

export const LATEST_PER_MEMBER = 5;

/** A member's latest posts and comments, newest first, including deleted ones. */
export interface LatestByMember {
  readonly posts: readonly MemberPostLine[];
  readonly comments: readonly MemberCommentLine[];
}

export interface MemberPostLine
  extends Pick<
    ModeratedPost,
    "id" | "title" | "category" | "createdAt" | "commentCount" | "isPinned" | "isLocked" | "deletedAt"
  > {
  /** Upvotes minus downvotes. */
  readonly score: number;
}

export interface MemberCommentLine extends Pick<ModeratedComment, "id" | "post" | "createdAt" | "deletedAt"> {
  readonly excerpt: string;
  readonly score: number;
}

export function cleanSearch(input: string | null): string {
  const text = trimLine(removeInvisibleCharacters(removeUnreadableCharacters(input ?? "")));
  return [...text].slice(0, SEARCH_MAX).join("").trim();
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const parseAuthorId = (params: URLSearchParams) => UUID.exec(params.get("author") ?? "")?.[0] ?? null;

/** Reads `?q=&author=&category=&state=&after=`. */
export function parseModeratedPostsQuery(params: URLSearchParams): ModeratedPostsQuery {
  const category = params.get("category");
  return {
    search: cleanSearch(params.get("q")),
    authorId: parseAuthorId(params),
    category: isPostCategory(category) ? category : null,
    state: POST_STATES.find((state) => state === params.get("state")) ?? null,
    cursor: params.get("after") || null,
  };
}

export function parseModeratedCommentsQuery(params: URLSearchParams): ModeratedCommentsQuery {
  return {
    search: cleanSearch(params.get("q")),
    authorId: parseAuthorId(params),
    isDeleted: params.get("state") === "deleted",
    cursor: params.get("after") || null,
  };
}
