import { isPostCategory, type PostCategory } from "./categories.ts";
import { dropInvisibleCharacters } from "./invisible.ts";
import { SEARCH_MAX } from "./limits.ts";
import { dropUnreadableCharacters, trimLine } from "./text.ts";
import type { Author, PostCard } from "./types.ts";

/** Posts and comments as administrators list them, newest first. Times are RFC 3339 in UTC. */

/** Rows of a page. */
export const MODERATION_PAGE = 20;

export const POST_STATES = ["pinned", "locked", "deleted"] as const;
export type PostState = (typeof POST_STATES)[number];

export interface ModeratedPostsQuery {
  readonly search: string;
  readonly category: PostCategory | null;
  /** Null lists every post that is shown. */
  readonly state: PostState | null;
  readonly cursor: string | null;
}

export interface ModeratedPost
  extends Omit<PostCard, "ownVote" | "marks" | "excerpt" | "tags" | "upvotes" | "downvotes"> {
  readonly deletedAt: string | null;
  /** Whether it may come back: not when its author has left and taken it along. */
  readonly canRestore: boolean;
}

export interface ModeratedCommentsQuery {
  readonly search: string;
  readonly isDeleted: boolean;
  readonly cursor: string | null;
}

export interface ModeratedComment {
  readonly id: string;
  readonly post: { readonly id: string; readonly title: string; readonly isDeleted: boolean };
  readonly author: Author;
  /** Markdown as written. */
  readonly content: string;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly deletedAt: string | null;
  readonly canRestore: boolean;
}

/** What was typed into a search box, on one line and within its limit. */
export function cleanSearch(typed: string | null): string {
  const text = trimLine(dropInvisibleCharacters(dropUnreadableCharacters(typed ?? "")));
  return [...text].slice(0, SEARCH_MAX).join("").trim();
}

/** Reads `?q=&category=&state=&after=`; what is unknown is left out. */
export function readPostsAddress(params: URLSearchParams): ModeratedPostsQuery {
  const category = params.get("category");
  return {
    search: cleanSearch(params.get("q")),
    category: isPostCategory(category) ? category : null,
    state: POST_STATES.find((state) => state === params.get("state")) ?? null,
    cursor: params.get("after") || null,
  };
}

/** Reads `?q=&state=&after=`. */
export function readCommentsAddress(params: URLSearchParams): ModeratedCommentsQuery {
  return {
    search: cleanSearch(params.get("q")),
    isDeleted: params.get("state") === "deleted",
    cursor: params.get("after") || null,
  };
}
