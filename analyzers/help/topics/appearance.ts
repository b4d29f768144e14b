import type { HelpTopic } from "../help-topic.ts";

export const APPEARANCE: HelpTopic = {
  id: "appearance",
  title: "Dark and light mode",
  path: "/",
  questions: ["switch to dark mode", "light theme", "change the theme", "compact list", "change the colors"],
  text: "The theme menu in the header switches between dark, light and your system's setting. Above the forum's list you can choose a comfortable or a compact list.",
};
