import { createWorkThread } from "#server/platform/work-thread.ts";
import { FeedError, type FeedRefusal } from "./feed-error.ts";
import type { FeedBytes, IngestedFeed } from "./read-feed.ts";

export interface FeedReader {
  /** Parses a feed's bytes into articles. Rejects with FeedError. */
  read(feed: FeedBytes): Promise<IngestedFeed>;
  close(): Promise<void>;
}

/** Only for hostile feeds; a usual one takes a tenth of a second. */
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;
const IDLE_MS = 30_000;

/** Parses feeds in a worker thread, so that parsing never blocks pages. */
export function createFeedReader({ milliseconds = TIMEOUT_MS } = {}): FeedReader {
  const thread = createWorkThread<FeedBytes, IngestedFeed, FeedRefusal>({
    script: new URL("./read-feed.worker.ts", import.meta.url),
    milliseconds,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    errors: {
      refused: ({ problem, message }) => new FeedError(problem, message),
      ended: (error) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? new FeedError("hostile", "it needs too much memory to parse", error)
          : new FeedError("unreadable", "it can't be parsed", error),
      late: () => new FeedError("too_slow", "it takes too long to parse"),
      stopped: () => new FeedError("unreadable", "the server is shutting down"),
    },
  });
  return { read: (feed) => thread.run(feed), close: thread.close };
}
