import type { HelpTopic } from "../help-topic.ts";

export const PROFILE: HelpTopic = {
  id: "profile",
  title: "Username, profile picture and bio",
  path: "/settings",
  questions: [
    "change my username",
    "upload a profile picture",
    "change my avatar",
    "edit my bio",
    "edit my profile",
  ],
  text: "Change them under Settings > Profile. A username has 3 to 30 characters and appears on everything you've written. Your old username stays reserved for you for 90 days and redirects to your profile. If you're verified, a new username removes the badge. A picture can be cropped before you save it.",
};
