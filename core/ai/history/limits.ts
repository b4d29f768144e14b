/** The maximum number of conversations per member. Beyond that, the least recently answered ones are deleted. */
export const CONVERSATIONS_MAX = 500;
/** The maximum size of all conversations of a member. Beyond that, the least recently answered ones are deleted. */
export const HISTORY_BYTES_MAX = 10_000_000;
/** The maximum number of turns in a conversation. A longer one continues as a new conversation. */
export const CONVERSATION_TURNS_MAX = 100;
export const CONVERSATION_BYTES_MAX = 2_000_000;
/** The maximum size of a turn. A larger one is saved without its chart and findings. */
export const TURN_BYTES_MAX = 1_500_000;

/** A page has at least one turn, of any size, and as many earlier ones as fit in this many stored bytes. */
export const CONVERSATION_PAGE_BYTES = 40_000;

export const HISTORY_PAGE_SIZE = 30;
export const TITLE_MAX = 80;
export const SEARCH_MAX = 100;
/** Further words are ignored. */
export const SEARCH_WORDS_MAX = 8;
