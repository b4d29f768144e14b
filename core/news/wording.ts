/** What the news screens and articles say, word for word where the specification says it. */
export const NEWS_FAILED = "Failed to load news. Please try again later.";
export const NEWS_FETCH_FAILED = "Failed to fetch news";
export const FLASH_LOADING = "Loading flash news...";

/** Follows content that is too short to be one. */
export const DEVELOPING_STORY = "This is a developing story. Read more at the original source.";
export const NO_AUTHOR = "Anonymous";

/** Over a list that came from no feed. */
export const SAMPLE_NOTICE =
  "These are sample articles: no news has been gathered yet. The first real story takes their place.";
