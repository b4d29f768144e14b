import type { Registry } from "prom-client";
import type { PreparedDatabase } from "./prepare-database.ts";
import type { RunningServer } from "./serve.ts";

export interface WorkerStart {
  readonly database: PreparedDatabase;
  readonly port: number;
  readonly maxConnections: number;
  readonly runsJobs: boolean;
}

/** The metrics of one process in prom-client's format. */
export type OwnMetrics = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** A worker that receives a request for /metrics asks the primary, which collects the metrics of all workers. */
export type ToWorker =
  | { readonly type: "start"; readonly start: WorkerStart }
  | { readonly type: "stop" }
  | { readonly type: "send own metrics"; readonly id: number }
  | { readonly type: "metrics"; readonly id: number; readonly text: string };

export type FromWorker =
  | { readonly type: "ready"; readonly server: RunningServer }
  | { readonly type: "own metrics"; readonly id: number; readonly metrics: OwnMetrics }
  | { readonly type: "send metrics"; readonly id: number };
