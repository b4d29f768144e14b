import type { Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { FromWorker, OwnMetrics, ToWorker } from "./messages.ts";

/** One that hangs must not hide what the others say. */
const ANSWER_MS = 2_000;

/** Asks every one of these workers for its metrics and adds them up; one that ends meanwhile, or hangs, has none. */
export async function gatherMetrics(workers: Iterable<Worker>): Promise<string> {
  const all = await Promise.all([...workers].map(askWorker));
  return AggregatorRegistry.aggregate(all).metrics();
}

let last = 0;

function askWorker(worker: Worker): Promise<OwnMetrics> {
  last += 1;
  const id = last;
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish([]), ANSWER_MS);
    const finish = (own: OwnMetrics) => {
      clearTimeout(timer);
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
