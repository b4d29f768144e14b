import type { PostCategory } from "#core/forum/categories.ts";
import type { Author } from "#core/forum/types.ts";
import type { NewsCategory } from "#core/news/categories.ts";

/** Times are ISO 8601 in UTC. */

/** A piece of text, and whether it matches the search. */
export interface TextSegment {
  readonly text: string;
  readonly isMatch: boolean;
}
export type HighlightedText = readonly TextSegment[];

export interface PostResult {
  readonly kind: "post";
  readonly id: string;
  readonly title: HighlightedText;
  readonly excerpt: HighlightedText;
  readonly category: PostCategory;
  readonly tags: readonly string[];
  readonly author: Author;
  readonly createdAt: string;
  readonly score: number;
  readonly commentCount: number;
}

export interface CommentResult {
  readonly kind: "comment";
  readonly id: string;
  readonly postId: string;
  readonly postTitle: string;
  readonly excerpt: HighlightedText;
  readonly author: Author;
  readonly createdAt: string;
}

export interface ArticleResult {
  readonly kind: "article";
  readonly id: string;
  readonly title: HighlightedText;
  readonly excerpt: HighlightedText;
  readonly category: NewsCategory;
  readonly source: string;
  readonly publishedAt: string;
  readonly isSample: boolean;
}

export interface MemberResult {
  readonly kind: "member";
  readonly id: string;
  readonly username: string;
  readonly name: HighlightedText;
  readonly avatarUrl: string | null;
  readonly isVerified: boolean;
  readonly bio: HighlightedText;
  readonly karma: number;
  readonly joinedAt: string;
}

export type SearchResult = PostResult | CommentResult | ArticleResult | MemberResult;

export interface SearchResultPage {
  readonly items: readonly SearchResult[];
  /** Opaque; null on the last page. */
  readonly nextCursor: string | null;
  /** Words without any match, and the similar words that were searched for as well. */
  readonly corrections: readonly WordCorrection[];
  /** Names after `author:` that match no member or source, as typed. */
  readonly unknownAuthors: readonly string[];
}

export interface WordCorrection {
  readonly word: string;
  readonly replacements: readonly string[];
}

export interface Suggestion {
  readonly kind: "post" | "member" | "tag" | "article";
  readonly label: HighlightedText;
  /** A path on this site. */
  readonly path: string;
  readonly avatarUrl: string | null;
}
