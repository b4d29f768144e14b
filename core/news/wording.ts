/** Messages shown with the news. The specification prescribes some of them. */
export const NEWS_FETCH_FAILED = "Failed to fetch news";
export const FLASH_LOADING = "Loading flash news...";

/** Appended to content that is too short. */
export const DEVELOPING_STORY = "This is a developing story. Read more at the original source.";
export const NO_AUTHOR = "Anonymous";
