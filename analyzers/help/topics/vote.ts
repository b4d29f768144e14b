import type { HelpTopic } from "../help-topic.ts";

export const VOTE: HelpTopic = {
  id: "vote",
  title: "Votes, sorting and karma",
  path: "/forum",
  questions: [
    "take back a vote",
    "undo my vote",
    "vote twice on a post",
    "what does hot sorting mean",
    "how are posts sorted, hot, top or new",
    "what is karma",
  ],
  text: "Up means that more people should read something. In lists, press the same arrow again to take your vote back, or the other one to change it. On a post's own page you vote once. Hot weighs votes against age, Top sorts by votes and New by time. Karma is the sum of the votes on what a member has written.",
};
