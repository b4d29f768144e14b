/** Forum limits (specification, sections 5 and 9). Characters are Unicode code points. */
export const TITLE_MAX = 200;
export const CONTENT_MAX = 5000;
export const COMMENT_MAX = 5000;
export const TAGS_MAX = 5;
export const TAG_LENGTH_MAX = 40;
export const CARD_TAGS_MAX = 3;
export const PAGE_SIZE = 20;
/** Posts on the home page, above the news. "Load More" adds full pages. */
export const HOME_POST_COUNT = 10;
export const SEARCH_MAX = 200;
export const LIST_FOLLOWS_MAX = 100;
/** Number of threads listed under Following: the ones that the member followed most recently. */
export const LISTED_THREADS_MAX = 200;
/** How many of the newest posts the Unread list considers. */
export const UNREAD_POSTS_MAX = 200;
/** How many of the newest comments the Unread list considers. */
export const UNREAD_COMMENTS_MAX = 300;
/** Shorter titles aren't meaningful enough to search for similar posts. */
export const SIMILAR_TITLE_MIN = 8;
/** Levels of comments shown in a thread, including the first. Deeper replies are on their parent comment's page. */
export const THREAD_DEPTH = 6;
export const DRAFTS_MAX = 20;
/** A draft's title and content can be longer than a post's. The author can shorten them later. */
export const DRAFT_TITLE_MAX = 500;
export const DRAFT_CONTENT_MAX = 20_000;
