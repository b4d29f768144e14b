import { parentPort } from "node:worker_threads";
import { FeedError } from "./feed-error.ts";
import { type FeedBytes, readFeed } from "./read-feed.ts";

/** What the feed reader posts, and what it gets back, under the number of the question. */
export interface ReaderQuestion {
  readonly number: number;
  readonly feed: FeedBytes;
}
export type ReaderAnswer =
  | { readonly number: number; readonly feed: ReturnType<typeof readFeed> }
  | { readonly number: number; readonly problem: FeedError["problem"]; readonly message: string };

parentPort?.on("message", ({ number, feed }: ReaderQuestion) => {
  parentPort?.postMessage(answer(number, feed));
});

function answer(number: number, feed: FeedBytes): ReaderAnswer {
  try {
    return { number, feed: readFeed(feed) };
  } catch (error) {
    if (error instanceof FeedError) return { number, problem: error.problem, message: error.message };
    return { number, problem: "unreadable", message: "it cannot be read" };
  }
}
