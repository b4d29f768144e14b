import type { HelpTopic } from "../help-topic.ts";

export const TWO_FACTOR: HelpTopic = {
  id: "two-factor",
  title: "Two-factor authentication",
  path: "/settings/security",
  questions: [
    "turn on two-factor authentication",
    "2fa",
    "set up an authenticator app",
    "I lost my phone with the authenticator app",
    "recovery codes",
    "get back in without my phone",
  ],
  text: "Under Settings > Security, choose “Set up an authenticator app”, scan the code with the app and enter its 6 digits. You then get 10 recovery codes, which are shown only once: save them. If you lose your phone, sign in with your password and one of those codes. Without codes, ask an administrator, who can turn two-factor authentication off for your account.",
};
