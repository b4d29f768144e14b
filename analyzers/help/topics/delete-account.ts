import type { HelpTopic } from "../help-topic.ts";

export const DELETE_ACCOUNT: HelpTopic = {
  id: "delete-account",
  title: "Delete your account",
  path: "/settings/data",
  questions: [
    "delete my account",
    "close my account",
    "remove my account",
    "undo the deletion of my account",
  ],
  text: "Choose “Delete my account” under Settings > Your data. Your profile, votes, drafts, AI history and sign-ins are deleted. Your posts and comments remain, without your name, so delete first what you don't want to leave behind. It can't be undone. Your username stays reserved for 90 days, so that no one can impersonate you.",
};
