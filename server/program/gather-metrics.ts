import type { Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { FromWorker, OwnMetrics, ToWorker } from "./messages.ts";

/** Asks every one of these workers for its metrics and adds them up; one that ends meanwhile has none. */
export async function gatherMetrics(workers: Iterable<Worker>): Promise<string> {
  const all = await Promise.all([...workers].map(askWorker));
  return AggregatorRegistry.aggregate(all).metrics();
}

let last = 0;

function askWorker(worker: Worker): Promise<OwnMetrics> {
  last += 1;
  const id = last;
  return new Promise((resolve) => {
    const finish = (own: OwnMetrics) => {
      worker.off("message", onMessage);
      worker.off("exit", onExit);
      resolve(own);
    };
    const onMessage = (message: FromWorker) => {
      if (message.type === "own metrics" && message.id === id) finish(message.own);
    };
    const onExit = () => finish([]);
    worker.on("message", onMessage);
    worker.once("exit", onExit);
    worker.send({ type: "send own metrics", id } satisfies ToWorker, (error) => error && finish([]));
  });
}
