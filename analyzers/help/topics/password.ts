import type { HelpTopic } from "../help-topic.ts";

export const PASSWORD: HelpTopic = {
  id: "password",
  title: "Change or reset your password",
  path: "/settings/security",
  questions: [
    "I forgot my password",
    "reset my password",
    "change my password",
    "can't sign in",
    "can't log in",
  ],
  text: "If you've forgotten your password, choose “Forgot your password?” on the sign-in page: we'll email you a link to choose a new one. If you're signed in, change it under Settings > Security. You'll be asked to confirm it's you.",
};
