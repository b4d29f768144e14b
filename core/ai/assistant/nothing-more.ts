/** The sentence that says that only what was already quoted is on the topic. */
export const NOTHING_MORE = /\bhas nothing more on this\b/;
