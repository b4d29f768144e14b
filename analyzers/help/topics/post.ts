import type { HelpTopic } from "../help-topic.ts";

export const POST: HelpTopic = {
  id: "post",
  title: "Write a post",
  path: "/create",
  questions: [
    "how do I post something here",
    "create a new post",
    "add a picture to my post",
    "upload images to a post",
    "use markdown",
    "latex or mathematics in a post",
    "edit or delete my post",
  ],
  text: "Sign in and open Create. Choose a category, a title of up to 200 characters and up to five tags. Posts are Markdown: **bold**, lists, tables, code, and math between dollar signs. Add an image with the upload button, or paste or drop it into the text. The preview shows exactly what will be published. You can edit or delete your own posts.",
};
