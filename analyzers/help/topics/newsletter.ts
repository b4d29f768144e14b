import type { HelpTopic } from "../help-topic.ts";

export const NEWSLETTER: HelpTopic = {
  id: "newsletter",
  title: "Newsletter",
  path: "/newsletter",
  questions: [
    "subscribe to the newsletter",
    "unsubscribe from the newsletter",
    "weekly digest",
    "stop the weekly email",
  ],
  text: "The newsletter has the best posts and articles, once a week. Subscribe at the bottom of a page, and confirm by email. To unsubscribe, use the link in any issue, or Settings > Notifications.",
};
