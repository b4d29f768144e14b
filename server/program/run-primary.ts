import cluster, { type Worker } from "node:cluster";
import { gatherMetrics } from "./gather-metrics.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { PreparedDatabase } from "./prepare-database.ts";
import type { Served } from "./serve.ts";

/** So many starts in a row that fail end the program where no worker is left: another attempt would fail like the last. */
const MOST_FAILED_STARTS = 3;
/** Between a failed start, or a crash soon after one, and the next attempt; longer with each that fails. */
const AGAIN_MS = 1_000;
const AGAIN_MOST_MS = 15_000;
const SOON_MS = 5_000;
/** A worker that has not ended by then is ended: before the primary's own time is up, which the database needs. */
const STOP_WORKERS_MS = 16_000;
/** Of all workers together; the embedded database takes 120. */
const MOST_CONNECTIONS = 80;
const MOST_CONNECTIONS_OF_ONE = 20;

interface Primary {
  readonly workers: number;
  readonly database: PreparedDatabase;
  readonly port: number;
  readonly lifecycle: Lifecycle;
}

/**
 * Starts the workers, which share the port, and replaces each that ends, until the program stops. One of them runs the
 * jobs. Resolves when the first serves; the others follow. When the first cannot start, or none is left and starts fail
 * again and again, the program ends: what was wrong, they have said themselves.
 */
export function runPrimary({ workers, database, port, lifecycle }: Primary): Promise<Served> {
  const maxConnections = Math.min(MOST_CONNECTIONS_OF_ONE, Math.floor(MOST_CONNECTIONS / workers));
  const running = new Set<Worker>();
  const ready = new Set<Worker>();
  let failedStarts = 0;
  lifecycle.onStop(() => stopAll(running));

  return new Promise((resolve) => {
    let isServing = false;

    const start = (runsJobs: boolean) => {
      if (lifecycle.isStopping()) return;
      const worker = cluster.fork();
      running.add(worker);
      let readyAt: number | undefined;
      send(worker, { type: "start", start: { database, port, maxConnections, runsJobs } });

      worker.on("message", (message: FromWorker) => {
        if (message.type === "send metrics") {
          const { id } = message;
          void gatherMetrics(ready)
            .catch(() => "")
            .then((text) => send(worker, { type: "metrics", id, text }));
        }
        if (message.type !== "ready") return;
        readyAt = performance.now();
        failedStarts = 0;
        ready.add(worker);
        if (isServing) return;
        isServing = true;
        resolve(message.served);
        for (let others = 1; others < workers; others += 1) start(false);
      });

      worker.once("exit", (code, signal) => {
        running.delete(worker);
        ready.delete(worker);
        if (lifecycle.isStopping()) return;
        if (readyAt === undefined) failedStarts += 1;
        if (!isServing || (ready.size === 0 && failedStarts >= MOST_FAILED_STARTS))
          return void lifecycle.stop(1);
        console.error(`A worker exited (${signal ?? `code ${code}`}); starting a new one.`);
        const isSoon = readyAt === undefined || performance.now() - readyAt < SOON_MS;
        const wait = Math.min(AGAIN_MS * 2 ** Math.max(0, failedStarts - 1), AGAIN_MOST_MS);
        setTimeout(start, isSoon ? wait : 0, runsJobs);
      });
    };

    start(true);
  });
}

/** A worker that is gone, or going, hears nothing. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

async function stopAll(running: ReadonlySet<Worker>): Promise<void> {
  await Promise.all(
    [...running].map(async (worker) => {
      const ended = new Promise((resolve) => worker.once("exit", resolve));
      send(worker, { type: "stop" });
      const timer = setTimeout(() => worker.process.kill("SIGKILL"), STOP_WORKERS_MS);
      await ended;
      clearTimeout(timer);
    }),
  );
}
