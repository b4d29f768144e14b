import type { Registry } from "prom-client";
import type { Config } from "#server/config.ts";
import type { ShareMetrics } from "#server/http/metrics.ts";
import type { Log } from "#server/platform/log.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./messages.ts";
import { serve } from "./serve.ts";

interface WorkerDeps {
  readonly readConfigForPort: (port: number) => Config;
  readonly createLog: (config: Config) => Log;
  readonly lifecycle: Lifecycle;
}

/** Serves requests once the primary sends a start message, until it sends a stop message or exits. */
export async function runWorker({ readConfigForPort, createLog, lifecycle }: WorkerDeps): Promise<void> {
  const metrics = connectMetrics();
  const { port, ...start } = await new Promise<WorkerStart>((resolve) => {
    process.on("message", (message: ToWorker) => {
      if (message.type === "start") resolve(message.start);
      if (message.type === "stop") void lifecycle.stop(0);
      if (message.type === "send own metrics") void metrics.sendOwn(message.id);
      if (message.type === "metrics") metrics.onCollected(message.id, message.text);
    });
  });
  const config = readConfigForPort(port);
  lifecycle.extendTimeLimit(config.stopDelayMs);
  const log = createLog(config);
  const server = await serve({ ...start, config, log, lifecycle, shareMetrics: metrics.share });
  send({ type: "ready", server });
}

/** Sends a message to the primary, unless the primary has exited. Workers exit with it. */
function send(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

/** Connects this worker's metrics to the primary, which collects those of all workers. */
function connectMetrics() {
  const pending = new Map<number, (text: string) => void>();
  let lastId = 0;
  let registry: Registry | undefined;
  const share: ShareMetrics = (workerRegistry) => {
    registry = workerRegistry;
    return {
      contentType: workerRegistry.contentType,
      metrics() {
        lastId += 1;
        const id = lastId;
        send({ type: "send metrics", id });
        return new Promise((resolve) => pending.set(id, resolve));
      },
    };
  };
  return {
    share,
    async sendOwn(id: number) {
      send({ type: "own metrics", id, metrics: (await registry?.getMetricsAsJSON()) ?? [] });
    },
    onCollected(id: number, text: string) {
      pending.get(id)?.(text);
      pending.delete(id);
    },
  };
}
