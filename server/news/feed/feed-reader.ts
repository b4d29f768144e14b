import { Worker } from "node:worker_threads";
import { FeedError } from "./feed-error.ts";
import type { FeedBytes, GatheredFeed } from "./read-feed.ts";
import type { ReaderAnswer, ReaderQuestion } from "./read-feed.worker.ts";

export interface FeedReader {
  /** From bytes to articles. Rejects with FeedError. */
  read(feed: FeedBytes): Promise<GatheredFeed>;
  close(): Promise<void>;
}

interface Waiting {
  readonly feed: FeedBytes;
  resolve(feed: GatheredFeed): void;
  reject(error: FeedError): void;
}

/** An ordinary feed takes a tenth of a second; this is for one made to take for ever. */
const MILLISECONDS = 10_000;
const MEMORY_MB = 256;
const IDLE_MS = 30_000;

/**
 * Reads feeds on a thread of its own, one after the other, so that no page waits for a parser. A feed that takes too
 * long or too much memory is refused, and the thread with it; the next feed gets a new one.
 */
export function createFeedReader({ milliseconds = MILLISECONDS } = {}): FeedReader {
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let current: Waiting | undefined;
  let number = 0;
  let timer: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  function open(): Worker {
    const opened = new Worker(new URL("./read-feed.worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      // Nothing of the program's settings is a feed's business.
      env: {},
    });
    opened.on("message", (answer: ReaderAnswer) => {
      // An answer to a question that was given up is nobody's.
      if (opened !== worker || answer.number !== number) return;
      finish((one) =>
        "feed" in answer
          ? one.resolve(answer.feed)
          : one.reject(new FeedError(answer.problem, answer.message)),
      );
    });
    opened.on("error", (error: NodeJS.ErrnoException) => {
      if (opened !== worker) return;
      worker = undefined;
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      finish((one) =>
        one.reject(
          new FeedError(
            isMemory ? "hostile" : "unreadable",
            isMemory ? "it takes too much memory" : "it cannot be read",
            error,
          ),
        ),
      );
    });
    return opened;
  }

  function finish(settle: (one: Waiting) => void): void {
    clearTimeout(timer);
    const one = current;
    current = undefined;
    if (one) settle(one);
    next();
  }

  function next(): void {
    if (current) return;
    current = waiting.shift();
    clearTimeout(idle);
    if (!current) {
      worker?.unref();
      idle = setTimeout(() => void drop(), IDLE_MS).unref();
      return;
    }
    number += 1;
    worker ??= open();
    worker.ref();
    worker.postMessage({ number, feed: current.feed } satisfies ReaderQuestion);
    timer = setTimeout(() => {
      void drop();
      finish((one) => one.reject(new FeedError("too_slow", "it takes too long to read")));
    }, milliseconds);
  }

  async function drop(): Promise<void> {
    const dropped = worker;
    worker = undefined;
    await dropped?.terminate();
  }

  return {
    read: (feed) =>
      new Promise((resolve, reject) => {
        waiting.push({ feed, resolve, reject });
        next();
      }),
    async close() {
      clearTimeout(timer);
      clearTimeout(idle);
      const stopped = new FeedError("unreadable", "the program stops");
      for (const one of [...(current ? [current] : []), ...waiting.splice(0)]) one.reject(stopped);
      current = undefined;
      await drop();
    },
  };
}
