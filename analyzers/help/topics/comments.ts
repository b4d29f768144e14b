import type { HelpTopic } from "../help-topic.ts";

export const COMMENTS: HelpTopic = {
  id: "comments",
  title: "Comments and replies",
  path: "/forum",
  questions: ["reply to a comment", "edit my comment", "delete my comment", "sort comments", "locked post"],
  text: "You can reply to a post or to any comment. You can edit your own comments, and the edit is shown. If you delete one, its replies are kept. Comments can be sorted by best, newest or oldest. A locked post takes no new comments.",
};
