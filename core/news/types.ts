import type { PostInput } from "#core/forum/post-input.ts";
import type { Page } from "#core/forum/types.ts";
import type { NewsCategory, NewsFilter } from "./categories.ts";

/** Times are ISO 8601 in UTC; image URLs are paths on this site. */

export interface NewsImage {
  readonly url: string;
  readonly thumbnailUrl: string;
  /** The size in pixels of the image at `url`, so that a page can reserve the space. */
  readonly width: number;
  readonly height: number;
  /** True for the default image of the category. */
  readonly isCategoryImage: boolean;
}

export interface NewsCard {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly category: NewsCategory;
  readonly tags: readonly string[];
  readonly author: string;
  readonly source: string;
  readonly publishedAt: string;
  readonly readMinutes: number;
  readonly views: number;
  readonly isFlash: boolean;
  /** Whether the article is from the sample set. If so, it must be labeled. */
  readonly isSample: boolean;
  readonly image: NewsImage;
}

export interface NewsDiscussion {
  readonly postId: string;
  readonly commentCount: number;
}

export interface PreparedDiscussion {
  readonly articleId: string;
  readonly postId: string | null;
  /** The ID of the member's draft for this article, once it is saved. */
  readonly draftId: string;
  readonly post: PostInput;
}

export interface PublishedDiscussion {
  readonly postId: string;
  /** Whether another discussion was published first. */
  readonly alreadyExists: boolean;
}

export interface NewsArticle extends NewsCard {
  /** Plain text; a blank line separates paragraphs. */
  readonly content: string;
  /** An external http(s) URL; null if the feed has none. */
  readonly sourceUrl: string | null;
  readonly discussion: NewsDiscussion | null;
}

export interface NewsDetail {
  readonly article: NewsArticle;
  /** Up to three other articles of the same category, newest first. */
  readonly related: readonly NewsCard[];
}

export interface HomeNews {
  /** At most ten, newest first. */
  readonly flash: readonly NewsCard[];
  /** Excludes the articles in `flash`. */
  readonly latest: Page<NewsCard>;
}

export interface NewsListQuery {
  readonly category: NewsFilter;
  readonly search: string;
  /** Opaque cursor from the previous page; null for the first page. */
  readonly cursor: string | null;
  /** Page size; defaults to the category's (core/news/categories.ts). */
  readonly size?: number;
}

export interface NewsCounters {
  readonly flash: number;
  readonly articles: number;
  /** Feeds with at least one article. */
  readonly sources: number;
  readonly isSample: boolean;
  /** Whether the last fetch of every enabled source failed. */
  readonly hasFailed: boolean;
}

export const SOURCE_HEALTHS = ["new", "good", "failing", "broken", "off"] as const;
export type SourceHealth = (typeof SOURCE_HEALTHS)[number];

export interface NewsSource {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly category: NewsCategory;
  readonly isEnabled: boolean;
  /** Whether the source is in the configured list. If so, it can't be deleted, because it would be added again. */
  readonly isListed: boolean;
  /** Minutes between fetches; null for the default (NEWS_POLL_MINUTES). */
  readonly intervalMinutes: number | null;
  readonly health: SourceHealth;
  readonly failures: number;
  readonly lastError: string | null;
  readonly lastFetchedAt: string | null;
  readonly lastSucceededAt: string | null;
  /** Null while the source is paused or polling is off. */
  readonly nextFetchAt: string | null;
  readonly articleCount: number;
}
