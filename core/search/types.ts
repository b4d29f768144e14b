import type { PostCategory } from "#core/forum/categories.ts";
import type { Author } from "#core/forum/types.ts";
import type { NewsCategory } from "#core/news/categories.ts";

/** What the site-wide search returns to screens. Times are ISO 8601 in UTC. */

/** Part of a text; `isMatch` where it matches the search. */
export interface TextSegment {
  readonly text: string;
  readonly isMatch: boolean;
}
export type MarkedText = readonly TextSegment[];

export interface PostResult {
  readonly kind: "post";
  readonly id: string;
  readonly title: MarkedText;
  readonly excerpt: MarkedText;
  readonly category: PostCategory;
  readonly tags: readonly string[];
  readonly author: Author;
  readonly at: string;
  readonly score: number;
  readonly commentCount: number;
}

export interface CommentResult {
  readonly kind: "comment";
  readonly id: string;
  readonly postId: string;
  readonly postTitle: string;
  readonly excerpt: MarkedText;
  readonly author: Author;
  readonly at: string;
}

export interface ArticleResult {
  readonly kind: "article";
  readonly id: string;
  readonly title: MarkedText;
  readonly excerpt: MarkedText;
  readonly category: NewsCategory;
  readonly source: string;
  readonly at: string;
  readonly isSample: boolean;
}

export interface PersonResult {
  readonly kind: "person";
  readonly id: string;
  readonly username: string;
  readonly name: MarkedText;
  readonly avatarUrl: string | null;
  readonly isVerified: boolean;
  readonly bio: MarkedText;
  readonly karma: number;
  readonly joinedAt: string;
}

export type SearchResult = PostResult | CommentResult | ArticleResult | PersonResult;

export interface SearchResultPage {
  readonly items: readonly SearchResult[];
  /** Opaque; null on the last page. */
  readonly nextCursor: string | null;
  /** Words without any match, and the similar words that were searched for as well. */
  readonly corrections: readonly WordCorrection[];
  /** author: names that match no member or source, as typed. */
  readonly unknownAuthors: readonly string[];
}

export interface WordCorrection {
  readonly typed: string;
  readonly as: readonly string[];
}

/** A line in the suggestions below the header's search box. */
export interface Suggestion {
  readonly kind: "post" | "person" | "tag" | "article";
  readonly label: MarkedText;
  /** A path on this site. */
  readonly path: string;
  readonly avatarUrl: string | null;
}
