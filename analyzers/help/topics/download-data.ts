import type { HelpTopic } from "../help-topic.ts";

export const DOWNLOAD_DATA: HelpTopic = {
  id: "download-data",
  title: "Download your data",
  path: "/settings/data",
  questions: ["download all my data", "export my data", "get a copy of everything I wrote"],
  text: "Settings > Your data has a Download button. You get everything that the site stores about you as one file.",
};
