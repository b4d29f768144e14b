import { join } from "node:path";
import { ROOT } from "#server/platform/root.ts";
import { createWorkPool } from "#server/platform/work-pool.ts";
import { FeedError, type FeedErrorData } from "./feed-error.ts";
import type { FeedDocument, IngestedFeed } from "./parse-feed-articles.ts";

export type FeedReader = ReturnType<typeof createFeedReader>;

/** Only hostile feeds take this long; an ordinary one takes a tenth of a second. */
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;
const IDLE_MS = 30_000;

/** Creates a reader that parses feeds in a worker thread, so that it never blocks pages. It rejects with FeedError. */
export function createFeedReader({ timeoutMs = TIMEOUT_MS } = {}) {
  const pool = createWorkPool<FeedDocument, IngestedFeed, FeedErrorData>({
    script: join(ROOT, "server/news/feed/parse-feed-articles.worker.ts"),
    threads: 1,
    timeoutMs,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    errors: {
      rejected: ({ problem, message }) => new FeedError(problem, message),
      crashed: (error) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? new FeedError("hostile", "it needs too much memory to parse", error)
          : new FeedError("unreadable", "it can't be parsed", error),
      timedOut: () => new FeedError("too_slow", "it takes too long to parse"),
      closed: () => new FeedError("unreadable", "the server is shutting down"),
    },
  });
  return { read: (feed: FeedDocument) => pool.run(feed), close: pool.close };
}
