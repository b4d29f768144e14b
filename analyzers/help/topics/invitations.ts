import type { HelpTopic } from "../help-topic.ts";

export const INVITATIONS: HelpTopic = {
  id: "invitations",
  title: "Invite people",
  path: "/settings/invitations",
  questions: [
    "invite a friend",
    "invite someone",
    "send an invitation",
    "my invitation doesn't work",
    "join with an invitation",
    "who did I invite",
  ],
  text: "If an administrator allows it, trusted members can invite people under Settings > Invitations, with a link for several people or an email for one. An invitation ends when it expires or is used up, and you can revoke it before then. If you were invited, open the link and choose Register.",
};
