import { join } from "node:path";
import pLimit, { type LimitFunction } from "p-limit";
import type { Analysis } from "#core/ai/analysis.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { ROOT } from "#server/platform/root.ts";
import { createWorkPool } from "#server/platform/work-pool.ts";
import type { AnalyzerQuestion } from "./analyze.ts";

export type AnalyzerPool = ReturnType<typeof createAnalyzerPool>;

/** An analyzer couldn't run, failed, or exceeded its time or memory limit. */
export class AnalyzerError extends Error {
  override readonly name: string = "AnalyzerError";
}

export class AnalyzerTimeout extends AnalyzerError {
  override readonly name = "AnalyzerTimeout";
}

/** The slowest real input, a large contract, takes two seconds. The limit stops inputs that run forever. */
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 512;
/** One tool uses one thread at a time, so a hostile contract doesn't delay the other tools. */
const THREADS = 2;
/** Starting a thread takes 250 ms, so idle ones are reused. After `warmUp`, the last one is never stopped. */
const IDLE_MS = 600_000;
/** The maximum number of waiting questions per tool. */
const QUEUE_MAX = 200;

/** Runs the analyzers on worker threads, off the event loop. Each tool answers one question at a time. */
export function createAnalyzerPool({
  timeoutMs = TIMEOUT_MS,
  script = join(ROOT, "server/ai/analyzers/analyze.worker.ts"),
} = {}) {
  const pool = createWorkPool<AnalyzerQuestion, Analysis, string>({
    script,
    threads: THREADS,
    timeoutMs,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    errors: {
      rejected: (problem) => new AnalyzerError(problem),
      crashed: (error) => new AnalyzerError("the analyzer thread ended", { cause: error }),
      timedOut: () => new AnalyzerTimeout(`not done within ${timeoutMs} ms`),
      closed: () => new AnalyzerError("the program is stopping"),
    },
  });
  const queues = new Map<ToolId, LimitFunction>();
  return {
    /** Rejects with AnalyzerError, or with the signal's reason if `signal` aborts before the question's turn. */
    async analyze(question: AnalyzerQuestion, signal: AbortSignal) {
      const { tool } = question;
      const queue = queues.get(tool) ?? pLimit(1);
      queues.set(tool, queue);
      if (queue.pendingCount >= QUEUE_MAX) throw new AnalyzerError("too many questions are waiting");
      return queue(() => pool.run(question, signal));
    },
    warmUp: pool.warmUp,
    close: pool.close,
  };
}
