import type { HelpTopic } from "../help-topic.ts";

export const REPORT: HelpTopic = {
  id: "report",
  title: "Report a post, comment or member",
  path: "/terms",
  questions: [
    "report a post",
    "report a comment",
    "report someone",
    "report somebody",
    "report him",
    "report her",
    "report them",
    "report a user",
    "someone insults me",
    "harassment, spam or a scam",
    "what happens when I report someone",
    "contact the moderators",
  ],
  text: "Open the menu of the post, comment or profile and choose Report, then a reason. Only administrators see that it was you. They can edit, lock or remove the content, warn its author, or suspend the account. You'll be notified of the decision.",
};
