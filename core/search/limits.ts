/** Limits of the site-wide search. */
export const SEARCH_TEXT_MAX = 200;
export const SEARCH_PAGE_SIZE = 20;
/** Minimum number of letters and digits. One is enough in scripts where a single character can be a word. */
export const SEARCH_CHARACTERS_MIN = 2;
export const SEARCH_TERMS_MAX = 12;
/** The maximum number of tag:, author: and category: filters in total. */
export const SEARCH_FILTERS_MAX = 8;
export const SUGGESTIONS_MAX = 8;
