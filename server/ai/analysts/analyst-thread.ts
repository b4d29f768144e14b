import { Worker } from "node:worker_threads";
import type { Analysis } from "#core/ai/analysis.ts";
import type { AnalystQuestion } from "./analyze.ts";
import type { ThreadAnswer, ThreadQuestion } from "./analyze.worker.ts";

export interface AnalystThread {
  /** Rejects with AnalystError. A question whose `signal` aborts before its turn is not asked. */
  analyze(question: AnalystQuestion, signal: AbortSignal): Promise<Analysis>;
  close(): Promise<void>;
}

/** An analyst that failed, or took too long or too much memory. */
export class AnalystError extends Error {
  override readonly name: string = "AnalystError";
}

/** The input takes longer than an analyst is given. */
export class AnalystTimeout extends AnalystError {
  override readonly name = "AnalystTimeout";
}

interface Waiting {
  readonly question: AnalystQuestion;
  readonly signal: AbortSignal;
  resolve(analysis: Analysis): void;
  reject(error: unknown): void;
}

/** The slowest, a large contract, takes two seconds; this is for an input made to take for ever. */
const MILLISECONDS = 10_000;
const MEMORY_MB = 512;
/** A new thread takes a quarter of a second to be ready: one that was used lately stays. */
const IDLE_MS = 600_000;
const WAITING_MAX = 200;

/**
 * The analysts, on a thread of their own, one question after the other: no page waits while a contract is read or a
 * forecast reckoned. A question that takes too long is refused and its thread ended; the next gets a new one.
 */
export function createAnalystThread({
  milliseconds = MILLISECONDS,
  script = new URL("./analyze.worker.ts", import.meta.url),
} = {}): AnalystThread {
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let current: Waiting | undefined;
  let number = 0;
  let timer: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  function open(): Worker {
    // Nothing of the program's settings is an analyst's business.
    const opened = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, env: {} });
    opened.on("message", (answer: ThreadAnswer) => {
      // An answer to a question that was given up is nobody's.
      if (opened !== worker || answer.number !== number) return;
      finish((one) =>
        "analysis" in answer ? one.resolve(answer.analysis) : one.reject(new AnalystError(answer.problem)),
      );
    });
    opened.on("error", (error) => {
      if (opened !== worker) return;
      worker = undefined;
      finish((one) => one.reject(new AnalystError("the analysts' thread ended", { cause: error })));
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
    clearTimeout(idle);
    do {
      current = waiting.shift();
      if (current?.signal.aborted) current.reject(current.signal.reason);
    } while (current?.signal.aborted);
    if (!current) {
      worker?.unref();
      idle = setTimeout(() => void drop(), IDLE_MS).unref();
      return;
    }
    number += 1;
    worker ??= open();
    worker.ref();
    worker.postMessage({ number, question: current.question } satisfies ThreadQuestion);
    timer = setTimeout(() => {
      void drop();
      finish((one) => one.reject(new AnalystTimeout(`not done within ${milliseconds} ms`)));
    }, milliseconds);
  }

  async function drop(): Promise<void> {
    const dropped = worker;
    worker = undefined;
    await dropped?.terminate();
  }

  return {
    analyze: (question, signal) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= WAITING_MAX) return reject(new AnalystError("too many questions wait"));
        waiting.push({ question, signal, resolve, reject });
        next();
      }),
    async close() {
      clearTimeout(timer);
      clearTimeout(idle);
      const stopped = new AnalystError("the program stops");
      for (const one of [...(current ? [current] : []), ...waiting.splice(0)]) one.reject(stopped);
      current = undefined;
      await drop();
    },
  };
}
