import type { HelpTopic } from "../help-topic.ts";

export const SESSIONS: HelpTopic = {
  id: "sessions",
  title: "Signed-in devices",
  path: "/settings/security",
  questions: [
    "sign out on all devices",
    "see where I'm logged in",
    "sign out everywhere else",
    "my sessions",
    "someone else is signed in to my account",
    "my account was hacked",
    "my account got hacked",
  ],
  text: "Settings > Security lists every browser and app that is signed in to your account under “Devices”. You can sign out each of them, or choose “Sign out everywhere else”. If you don't recognize one, change your password too. “Recent sign-ins” shows when and how someone signed in to your account or tried to.",
};
