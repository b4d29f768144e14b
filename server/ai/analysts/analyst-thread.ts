import type { Analysis } from "#core/ai/analysis.ts";
import { createWorkThread } from "#server/platform/work-thread.ts";
import type { AnalystQuestion } from "./analyze.ts";

export interface AnalystThread {
  /** Rejects with AnalystError. A question whose `signal` aborts before its turn is dropped. */
  analyze(question: AnalystQuestion, signal: AbortSignal): Promise<Analysis>;
  close(): Promise<void>;
}

/** An analyst failed, or exceeded its time or memory limit. */
export class AnalystError extends Error {
  override readonly name: string = "AnalystError";
}

/** The analyst exceeded its time limit. */
export class AnalystTimeout extends AnalystError {
  override readonly name = "AnalystTimeout";
}

/** The slowest real input, a large contract, takes two seconds. This stops inputs built to run forever. */
const MILLISECONDS = 10_000;
const MEMORY_MB = 512;
/** A new thread takes 250 ms to start, so a recently used one is reused. */
const IDLE_MS = 600_000;
const WAITING_MAX = 200;

/** Runs the analysts on a worker thread, so that pages don't wait for them. */
export function createAnalystThread({
  milliseconds = MILLISECONDS,
  script = new URL("./analyze.worker.ts", import.meta.url),
} = {}): AnalystThread {
  const thread = createWorkThread<AnalystQuestion, Analysis, string>({
    script,
    milliseconds,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    errors: {
      refused: (problem) => new AnalystError(problem),
      ended: (error) => new AnalystError("the analysts' thread ended", { cause: error }),
      late: () => new AnalystTimeout(`not done within ${milliseconds} ms`),
      stopped: () => new AnalystError("the program stops"),
    },
    queue: { most: WAITING_MAX, error: () => new AnalystError("too many questions wait") },
  });
  return { analyze: thread.run, close: thread.close };
}
