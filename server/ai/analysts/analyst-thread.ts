import type { Analysis } from "#core/ai/analysis.ts";
import { createWorkThread } from "#server/platform/work-thread.ts";
import type { AnalystQuestion } from "./analyze.ts";

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

/** The slowest, a large contract, takes two seconds; this is for an input made to take for ever. */
const MILLISECONDS = 10_000;
const MEMORY_MB = 512;
/** A new thread takes a quarter of a second to be ready: one that was used lately stays. */
const IDLE_MS = 600_000;
const WAITING_MAX = 200;

/** The analysts, on a thread of their own: no page waits while a contract is read or a forecast reckoned. */
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
  return { analyze: thread.ask, close: thread.close };
}
