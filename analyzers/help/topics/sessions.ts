import type { HelpTopic } from "../help-topic.ts";

export const SESSIONS: HelpTopic = {
  id: "sessions",
  title: "Signed-in devices",
  path: "/settings/sessions",
  questions: [
    "sign out on all devices",
    "see where I'm logged in",
    "sign out everywhere else",
    "my sessions",
    "someone else is signed in to my account",
  ],
  text: "Settings > Sessions lists every browser and app that is signed in to your account. You can sign out each of them, or choose “Sign out everywhere else”. If you don't recognize one, change your password too.",
};
