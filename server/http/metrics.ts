import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "#server/database/index.ts";
import type { ResponseCache } from "./page-cache/response-cache.ts";
import { addReplicaMetrics } from "./replica-metrics.ts";

export type Metrics = ReturnType<typeof createMetrics>;

export type MetricsSource = Pick<Registry, "metrics" | "contentType">;
/** Combines a process's metrics with those of the other processes serving the site. */
export type ShareMetrics = (registry: Registry) => MetricsSource;

const CACHE_COUNTS = [
  ["hits", "Visitors' requests that were answered from memory"],
  ["misses", "Shared responses that had to be created for visitors"],
  ["invalidations", "Cached responses that were dropped because their content changed or may have changed"],
] as const;

export function createMetrics(
  { pool, replicas }: Pick<Database, "pool" | "replicas">,
  live: { readonly streamCount: number },
  cache: Pick<ResponseCache, "counts">,
) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const labelNames = ["method", "mount", "status"];
  const duration = new Histogram({
    name: "lattice_http_request_duration_seconds",
    help: "Time from the arrival of a request to the end of its handler",
    labelNames,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const statements = new Histogram({
    name: "lattice_sql_statements_per_request",
    help: "SQL statements that one request ran",
    labelNames: ["mount"],
    buckets: [0, 1, 2, 3, 4, 6, 10, 20],
    registers,
  });
  new Gauge({
    name: "lattice_database_connections",
    help: "Open and idle connections in the pool, and queries waiting for one",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "open" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  addReplicaMetrics(registry, replicas);
  const gauges = [
    ["lattice_workers", "Processes that answer requests", () => 1],
    ["lattice_live_streams", "Open streams on /live", () => live.streamCount],
    ["lattice_page_cache_bytes", "Memory used by cached responses for visitors", () => cache.counts.bytes],
  ] as const;
  for (const [name, help, read] of gauges)
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  for (const [count, help] of CACHE_COUNTS)
    new Counter({
      name: `lattice_page_cache_${count}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(cache.counts[count]);
      },
    });
  return {
    registry,
    observe(
      { method, mount, status }: { method: string; mount: string; status: number },
      seconds: number,
      statementCount: number,
    ): void {
      duration.observe({ method, mount, status: String(status) }, seconds);
      statements.observe({ mount }, statementCount);
    },
  };
}
