/** Limits for news (specification, sections 5, 7 and 9). Lengths are in Unicode code points. */
export const NEWS_TITLE_MAX = 200;
/** Longer excerpts are truncated to `EXCERPT_TRUNCATED_LENGTH` characters plus "...". */
export const EXCERPT_MAX = 160;
export const EXCERPT_TRUNCATED_LENGTH = 157;
export const EXCERPT_FALLBACK_LENGTH = 150;
/** DEVELOPING_STORY is appended to shorter content. */
export const CONTENT_MIN = 100;
/** Longer articles are truncated; readers follow the link to the source. */
export const CONTENT_MAX = 30_000;
export const AUTHOR_MAX = 100;
export const LINK_MAX = 2000;
export const NEWS_TAGS_MAX = 4;
export const NEWS_CARD_TAGS_MAX = 3;
export const READ_TIME_CHARACTERS_PER_MINUTE = 200;
export const READ_TIME_DEFAULT_LENGTH = 500;
export const FLASH_LIMIT = 10;
/** Cards in the Flash News Feed on the home page. */
export const FLASH_CARDS = 3;
export const RELATED_LIMIT = 3;
/** Articles in the latest news on the home page, and in our own feeds. */
export const LATEST_LIMIT = 20;
export const NEWS_SEARCH_MAX = 200;

export const SOURCE_NAME_MAX = 100;
/** A day, in minutes: the longest wait between fetches of a feed. Even a failing feed is fetched once a day. */
export const FETCH_INTERVAL_MAX = 1440;

/** Limits for a feed. The size is measured after decompression, and the depth is the nesting of its elements. */
export const FEED_MAX_BYTES = 5 * 1024 * 1024;
export const FEED_ITEMS_MAX = 500;
export const FEED_DEPTH_MAX = 100;
export const FEED_ELEMENTS_MAX = 200_000;
