import type { HelpTopic } from "../help-topic.ts";

export const SAVED: HelpTopic = {
  id: "saved",
  title: "Saved posts",
  path: "/saved",
  questions: ["where do I find saved posts", "save a post for later", "bookmarks"],
  text: "Choose Save on a post, and find it again under Saved in your menu. Only you can see what you saved.",
};
