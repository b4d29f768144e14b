import { createWorkThread } from "#server/platform/work-thread.ts";
import { FeedError, type FeedRefusal } from "./feed-error.ts";
import type { FeedBytes, GatheredFeed } from "./read-feed.ts";

export interface FeedReader {
  /** From bytes to articles. Rejects with FeedError. */
  read(feed: FeedBytes): Promise<GatheredFeed>;
  close(): Promise<void>;
}

/** An ordinary feed takes a tenth of a second; this is for one made to take for ever. */
const MILLISECONDS = 10_000;
const MEMORY_MB = 256;
const IDLE_MS = 30_000;

/** Reads feeds on a thread of its own, so that no page waits for a parser. */
export function createFeedReader({ milliseconds = MILLISECONDS } = {}): FeedReader {
  const thread = createWorkThread<FeedBytes, GatheredFeed, FeedRefusal>({
    script: new URL("./read-feed.worker.ts", import.meta.url),
    milliseconds,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    errors: {
      refused: ({ problem, message }) => new FeedError(problem, message),
      ended: (error) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? new FeedError("hostile", "it takes too much memory", error)
          : new FeedError("unreadable", "it cannot be read", error),
      late: () => new FeedError("too_slow", "it takes too long to read"),
      stopped: () => new FeedError("unreadable", "the program stops"),
    },
  });
  return { read: (feed) => thread.ask(feed), close: thread.close };
}
