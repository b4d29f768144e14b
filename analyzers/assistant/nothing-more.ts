/** Matches the sentence that says the site has nothing on the topic beyond what was already quoted. */
export const NOTHING_MORE = /\bI found nothing else on this\.|\bhas nothing on this beyond\b/;
