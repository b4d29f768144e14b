import type { HelpTopic } from "../help-topic.ts";

export const DRAFTS: HelpTopic = {
  id: "drafts",
  title: "Drafts",
  path: "/create",
  questions: ["where are my drafts", "save a draft", "I closed the tab while writing", "delete a draft"],
  text: "What you write on the Create page is saved on the server while you type. Your drafts are listed there, and only you can see them. You can delete them at any time.",
};
