/** Limits of the search over everything. */
export const SEARCH_TEXT_MAX = 200;
export const SEARCH_PAGE_SIZE = 20;
/** Letters and digits that say enough to look for; of writings whose single characters are words, one does. */
export const SEARCH_LETTERS_MIN = 2;
/** Words of a search beyond these are not looked for. */
export const SEARCH_WORDS_MAX = 12;
/** Values of tag:, author: and category: taken together. */
export const SEARCH_FILTERS_MAX = 8;
export const SUGGESTIONS_MAX = 8;
