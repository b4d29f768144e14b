import type { Page } from "#core/forum/types.ts";
import type { NewsCategory, NewsFilter } from "./categories.ts";

/** What the news' operations give to screens. Times are ISO 8601 in UTC; addresses of pictures are paths of this site. */

export interface NewsPicture {
  /** At most 1200 pixels wide; good for shared links too. */
  readonly url: string;
  /** At most 480 pixels wide, for cards. */
  readonly smallUrl: string;
  /** In pixels, of `url`; a page can keep the place free. */
  readonly width: number;
  readonly height: number;
  /** Whether it is the picture of the article's category, drawn here, and not one of its own. */
  readonly isCategoryPicture: boolean;
}

export interface NewsCard {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly category: NewsCategory;
  readonly tags: readonly string[];
  readonly author: string;
  /** The name of the feed. */
  readonly source: string;
  readonly publishedAt: string;
  /** Minutes. */
  readonly readTime: number;
  readonly views: number;
  readonly isFlash: boolean;
  /** From no feed: to be labelled. */
  readonly isSample: boolean;
  readonly picture: NewsPicture;
}

/** The forum post in which an article is discussed. */
export interface NewsDiscussion {
  readonly postId: string;
  readonly commentCount: number;
}

export interface NewsArticle extends NewsCard {
  /** Plain text; paragraphs stand apart by an empty line, lines inside them by a line end. */
  readonly content: string;
  /** http or https, of another site; null when the feed gave none. */
  readonly sourceUrl: string | null;
  readonly discussion: NewsDiscussion | null;
}

export interface NewsDetail {
  readonly article: NewsArticle;
  /** Up to three others of the same category, the newest first. */
  readonly related: readonly NewsCard[];
}

/** What Home shows of the news. */
export interface FrontNews {
  /** At most ten, the newest first; empty when nothing is flash. */
  readonly flash: readonly NewsCard[];
  readonly latest: Page<NewsCard>;
}

export interface NewsListQuery {
  readonly category: NewsFilter;
  /** What was typed into the search box, trimmed; "" means no search. */
  readonly search: string;
  /** Where the list before ended, as it was given out; null for the beginning. */
  readonly cursor: string | null;
  /** How many articles; the category's own number (core/news/categories.ts) when it is left out. */
  readonly size?: number;
}

/** The counters of the news page. */
export interface NewsFigures {
  readonly flash: number;
  readonly stories: number;
  /** Feeds that have brought at least one of them. */
  readonly sources: number;
  /** Whether what is there is the sample set. */
  readonly isSample: boolean;
  /** Whether the last fetch of every source went wrong. */
  readonly hasFailed: boolean;
}

export const SOURCE_HEALTHS = ["new", "good", "failing", "broken", "off"] as const;
export type SourceHealth = (typeof SOURCE_HEALTHS)[number];

/** A feed as its administrator sees it. */
export interface NewsSource {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly category: NewsCategory;
  readonly isEnabled: boolean;
  /** Whether the site's own list names it: it can rest, and would come back if it were deleted. */
  readonly isListed: boolean;
  /** Minutes between two fetches; null is the program's own (NEWS_POLL_MINUTES). */
  readonly intervalMinutes: number | null;
  readonly health: SourceHealth;
  /** Failures since it last went well. */
  readonly failures: number;
  readonly lastError: string | null;
  readonly lastFetchedAt: string | null;
  readonly lastSucceededAt: string | null;
  readonly nextFetchAt: string;
  readonly articles: number;
}
