import type { HelpTopic } from "../help-topic.ts";

export const SIGN_UP: HelpTopic = {
  id: "sign-up",
  title: "Create an account",
  path: "/auth",
  questions: [
    "how do I sign up",
    "register",
    "create an account",
    "I didn't get the confirmation email",
    "confirm my email address",
  ],
  text: "Open Sign In and choose Register. You need a username of 3 to 30 characters, an email address and a password. If the site sends email, you get a link and a code that confirm the address; check the spam folder, or choose “Send it again”. You can read everything without an account.",
};
