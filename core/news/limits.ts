/** Limits of the news (specification, sections 5, 7 and 9). Characters are Unicode code points. */
export const NEWS_TITLE_MAX = 200;
/** Longer than this, an excerpt is cut to EXCERPT_CUT characters and "...". */
export const EXCERPT_MAX = 160;
export const EXCERPT_CUT = 157;
/** How much of the content stands for a missing excerpt. */
export const EXCERPT_FROM_CONTENT = 150;
/** Shorter content is followed by DEVELOPING_STORY. */
export const CONTENT_MIN = 100;
/** What is kept of an article's text; the rest is at its source. */
export const CONTENT_MAX = 30_000;
export const AUTHOR_MAX = 100;
export const LINK_MAX = 2000;
export const NEWS_TAGS_MAX = 4;
export const NEWS_CARD_TAGS = 3;
export const READ_TIME_CHARACTERS = 200;
export const READ_TIME_DEFAULT_LENGTH = 500;
export const FLASH_LIMIT = 10;
/** Cards of Home's Flash News Feed, and of its latest news. */
export const FLASH_CARDS = 3;
export const RELATED_LIMIT = 3;
/** Articles in Home's latest news, in a feed that goes out. */
export const LATEST_LIMIT = 20;
export const NEWS_SEARCH_MAX = 200;

/** A feed's size after inflating, in bytes; how many of its items are read; how deep its elements may stand. */
export const FEED_MAX_BYTES = 5 * 1024 * 1024;
export const FEED_ITEMS_MAX = 500;
export const FEED_DEPTH_MAX = 100;
export const FEED_ELEMENTS_MAX = 200_000;
