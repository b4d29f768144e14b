import type { HelpTopic } from "../help-topic.ts";

export const NEWS: HelpTopic = {
  id: "news",
  title: "News",
  path: "/news",
  questions: [
    "where does the news come from",
    "news sources",
    "why is an article marked as a sample",
    "discuss an article",
  ],
  text: "Articles come from the feeds that the administrators chose, each with its source and a link to the original. Articles marked as samples are built in and shown until a feed can be read. You can start a discussion about any article in the forum.",
};
