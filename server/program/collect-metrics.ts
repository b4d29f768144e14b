import type { Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { FromWorker, OwnMetrics, ToWorker } from "./messages.ts";

/** A hanging worker must not block the others' metrics. */
const TIMEOUT_MS = 2_000;

/** Adds up the metrics of all workers. A worker that exits or hangs is skipped. */
export async function collectMetrics(workers: Iterable<Worker>): Promise<string> {
  const allMetrics = await Promise.all([...workers].map(requestMetrics));
  return AggregatorRegistry.aggregate(allMetrics).metrics();
}

let lastId = 0;

function requestMetrics(worker: Worker): Promise<OwnMetrics> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish([]), TIMEOUT_MS);
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
