import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { Lifecycle } from "./lifecycle.ts";
import type { FromWorker, OwnMetrics, ToWorker } from "./messages.ts";
import type { PreparedDatabase } from "./prepare-database.ts";
import type { RunningServer } from "./serve.ts";

/** If no worker is running after this many failed starts in a row, the program exits. */
const FAILED_STARTS_MAX = 3;
/** The delay after a failed start or an early crash. It doubles with each failed start. */
const RETRY_DELAY_MS = 1_000;
const RETRY_DELAY_MAX_MS = 15_000;
const EARLY_CRASH_MS = 5_000;
/** Workers that are still running this long after the stop delay are killed, to leave time to stop the database. */
const STOP_WORKERS_TIMEOUT_MS = 16_000;
/** The maximum number of database connections of all workers together. The embedded database allows 120. */
const CONNECTIONS_MAX = 80;
const CONNECTIONS_PER_WORKER_MAX = 20;

interface PrimaryOptions {
  readonly workerCount: number;
  readonly database: PreparedDatabase;
  readonly port: number;
  readonly stopDelayMs: number;
  readonly lifecycle: Lifecycle;
}

/**
 * Starts the workers, which share the port, and replaces those that exit. Resolves when the first worker serves
 * requests. The program exits if that worker can't start, or if no worker is left and new ones repeatedly fail to
 * start.
 */
export function runPrimary(options: PrimaryOptions): Promise<RunningServer> {
  const { workerCount, database, port, stopDelayMs, lifecycle } = options;
  const maxConnections = Math.min(CONNECTIONS_PER_WORKER_MAX, Math.floor(CONNECTIONS_MAX / workerCount));
  const runningWorkers = new Set<Worker>();
  const readyWorkers = new Set<Worker>();
  let failedStartCount = 0;
  lifecycle.onStop(() => stopAll(runningWorkers, STOP_WORKERS_TIMEOUT_MS + stopDelayMs));

  return new Promise((resolve) => {
    let isServing = false;

    const start = (runsJobs: boolean) => {
      if (lifecycle.isStopping()) return;
      const worker = cluster.fork();
      runningWorkers.add(worker);
      let readyAt: number | undefined;
      send(worker, { type: "start", start: { database, port, maxConnections, runsJobs } });

      worker.on("message", (message: FromWorker) => {
        if (message.type === "send metrics") {
          const { id } = message;
          void collectMetrics(readyWorkers)
            .catch(() => "")
            .then((text) => send(worker, { type: "metrics", id, text }));
        }
        if (message.type !== "ready") return;
        readyAt = performance.now();
        failedStartCount = 0;
        readyWorkers.add(worker);
        if (isServing) return;
        isServing = true;
        resolve(message.server);
        for (let index = 1; index < workerCount; index += 1) start(false);
      });

      worker.once("exit", (code, signal) => {
        runningWorkers.delete(worker);
        readyWorkers.delete(worker);
        if (lifecycle.isStopping()) return;
        if (readyAt === undefined) failedStartCount += 1;
        if (!isServing || (readyWorkers.size === 0 && failedStartCount >= FAILED_STARTS_MAX))
          return void lifecycle.stop(1);
        console.error(`A worker exited (${signal ?? `code ${code}`}). Starting a new one.`);
        const isEarly = readyAt === undefined || performance.now() - readyAt < EARLY_CRASH_MS;
        const waitMs = Math.min(RETRY_DELAY_MS * 2 ** Math.max(0, failedStartCount - 1), RETRY_DELAY_MAX_MS);
        setTimeout(start, isEarly ? waitMs : 0, runsJobs);
      });
    };

    start(true);
  });
}

/** Sends a message, unless the worker has exited or is exiting and can't receive it. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

async function stopAll(runningWorkers: ReadonlySet<Worker>, limitMs: number): Promise<void> {
  await Promise.all(
    [...runningWorkers].map(async (worker) => {
      const exited = new Promise((resolve) => worker.once("exit", resolve));
      send(worker, { type: "stop" });
      const timer = setTimeout(() => worker.process.kill("SIGKILL"), limitMs);
      await exited;
      clearTimeout(timer);
    }),
  );
}

/** A hanging worker must not block the others' metrics. */
const METRICS_TIMEOUT_MS = 2_000;

/** Adds up the metrics of all workers. A worker that exits or hangs is skipped. */
async function collectMetrics(workers: Iterable<Worker>): Promise<string> {
  const allMetrics = await Promise.all([...workers].map(requestMetrics));
  return AggregatorRegistry.aggregate(allMetrics).metrics();
}

let lastRequestId = 0;

function requestMetrics(worker: Worker): Promise<OwnMetrics> {
  lastRequestId += 1;
  const id = lastRequestId;
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish([]), METRICS_TIMEOUT_MS);
    const finish = (metrics: OwnMetrics) => {
      clearTimeout(timer);
      worker.off("message", onMessage);
      worker.off("exit", onExit);
      resolve(metrics);
    };
    const onMessage = (message: FromWorker) => {
      if (message.type === "own metrics" && message.id === id) finish(message.metrics);
    };
    const onExit = () => finish([]);
    worker.on("message", onMessage);
    worker.once("exit", onExit);
    worker.send({ type: "send own metrics", id } satisfies ToWorker, (error) => error && finish([]));
  });
}
