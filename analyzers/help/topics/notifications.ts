import type { HelpTopic } from "../help-topic.ts";

export const NOTIFICATIONS: HelpTopic = {
  id: "notifications",
  title: "Notifications and following",
  path: "/settings/notifications",
  questions: [
    "follow a thread",
    "follow a tag or category",
    "mute a thread",
    "turn off notifications",
    "mute notifications",
    "stop sending me emails",
  ],
  text: "The bell lists your notifications. On a post you can follow its thread, or mute it. Tags and categories can be followed too. Under Settings > Notifications you choose for each kind whether you're notified on the site, by email as well, or not at all.",
};
