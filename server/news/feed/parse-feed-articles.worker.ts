import { handleTasks } from "#server/platform/handle-tasks.ts";
import { FeedError, type FeedErrorData } from "./feed-error.ts";
import { parseFeedArticles } from "./parse-feed-articles.ts";

export default handleTasks(parseFeedArticles, (error): FeedErrorData => {
  if (error instanceof FeedError) return { problem: error.problem, message: error.message };
  return { problem: "unreadable", message: "it can't be parsed" };
});
