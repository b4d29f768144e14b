import type { HelpTopic } from "../help-topic.ts";

export const NEW_MEMBERS: HelpTopic = {
  id: "new-members",
  title: "Limits for new members",
  path: "/settings",
  questions: [
    "why can't I post links",
    "limits for new members",
    "how many posts can I write per day",
    "new member restrictions",
    "trust level",
  ],
  text: "To keep spam out, new members have limits: 3 posts and 20 comments a day, with at most 2 links, 3 images and 3 mentions each. After 3 days and 5 posts or comments the limits are higher; after 14 days, 20 posts or comments and 10 karma they are lifted. Settings > Profile shows yours.",
};
