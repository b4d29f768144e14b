/** Forum limits (specification, sections 5 and 9). Characters are Unicode code points. */
export const TITLE_MAX = 200;
export const CONTENT_MAX = 5000;
export const COMMENT_MAX = 5000;
export const TAGS_MAX = 5;
export const TAG_LENGTH_MAX = 40;
export const CARD_TAGS = 3;
export const PAGE_SIZE = 20;
/** Posts on the home page, before the news. "Load More" then loads whole pages. */
export const HOME_POSTS = 10;
export const SEARCH_MAX = 200;
/** Tags and categories that a member can follow. */
export const LIST_FOLLOWS_MAX = 100;
/** Threads listed under Following: the latest that the member followed. */
export const LISTED_THREADS_MAX = 200;
/** What the Unread list covers. */
export const UNREAD_POSTS_MAX = 200;
export const UNREAD_COMMENTS_MAX = 300;
/** Shorter titles say too little to search for similar posts. */
export const SIMILAR_TITLE_MIN = 8;
/** Levels of replies shown below a comment. Deeper ones are on the thread's own page. */
export const THREAD_DEPTH = 6;
/** Drafts per member and their lengths. A draft can be longer than a post, to be shortened later. */
export const DRAFTS_MAX = 20;
export const DRAFT_TITLE_MAX = 500;
export const DRAFT_CONTENT_MAX = 20_000;
