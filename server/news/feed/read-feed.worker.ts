import { serveOnThread } from "#server/platform/work-thread.ts";
import { FeedError, type FeedRefusal } from "./feed-error.ts";
import { readFeed } from "./read-feed.ts";

serveOnThread(readFeed, (error): FeedRefusal => {
  if (error instanceof FeedError) return { problem: error.problem, message: error.message };
  return { problem: "unreadable", message: "it can't be parsed" };
});
