import type { HelpTopic } from "../help-topic.ts";

export const SEARCH: HelpTopic = {
  id: "search",
  title: "Search this site",
  path: "/search",
  questions: [
    "search for posts",
    "posts by one author",
    "search by author or tag",
    "find an old post",
    "filter the search",
  ],
  text: "Search finds posts, comments, articles and members. Narrow it with author:, tag:, category:, before: and after:, put a phrase in quotation marks, or exclude a word with a minus. Misspelled words are corrected.",
};
