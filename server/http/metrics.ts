import type { Context } from "hono";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "#server/database/index.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { HttpEnvironment } from "./context.ts";
import type { ResponseCache } from "./page-cache/response-cache.ts";
import { isLoopbackName } from "./request-origin.ts";

export type Metrics = ReturnType<typeof createMetrics>;

export type MetricsSource = Pick<Registry, "metrics" | "contentType">;
/** Combines a process's metrics with those of the other processes serving the site. */
export type ShareMetrics = (registry: Registry) => MetricsSource;

const CACHE_COUNTS = [
  ["hits", "Visitors' requests that were answered from memory"],
  ["misses", "Shared responses that had to be created for visitors"],
  ["invalidations", "Cached responses that were dropped because their content changed"],
] as const;

export function createMetrics(
  { pool, replicas }: Pick<Database, "pool" | "replicas">,
  live: { readonly streams: number },
  cache: Pick<ResponseCache, "counts">,
) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const labelNames = ["method", "mount", "status"];
  const duration = new Histogram({
    name: "lattice_http_request_duration_seconds",
    help: "Time from request to the end of its handler",
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
    help: "Connections in the pool by state",
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
    ["lattice_live_streams", "Open streams of /live", () => live.streams],
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
      count: number,
    ): void {
      duration.observe({ method, mount, status: String(status) }, seconds);
      statements.observe({ mount }, count);
    },
  };
}

/**
 * If METRICS_TOKEN is set, the request must send it. Otherwise, it must be local and under a loopback hostname, because
 * a page can reach this machine by DNS rebinding. Behind a proxy, every request looks local, so it needs the token.
 */
export function canReadMetrics(
  c: Context<HttpEnvironment>,
  options: { token: string | undefined; trustProxy: number },
): boolean {
  if (options.token) return isSameSecret(c.req.header("Authorization") ?? "", `Bearer ${options.token}`);
  return (
    options.trustProxy === 0 &&
    isLoopback(c) &&
    isLoopbackName(new URL(c.req.url).hostname) &&
    c.req.header("X-Forwarded-For") === undefined
  );
}

function isLoopback(c: Context<HttpEnvironment>): boolean {
  const address = c.env?.incoming?.socket?.remoteAddress ?? "";
  return address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
}

const LAG_METRICS = [
  [
    "lattice_replica_lag_bytes",
    "lagBytes",
    "Bytes of the log that the replica hadn't replayed when it was last checked",
  ],
  [
    "lattice_replica_lag_seconds",
    "lagSeconds",
    "Age of the newest change that the replica had replayed when it was last checked, or 0 if it had replayed everything",
  ],
] as const;

function addReplicaMetrics(registry: Registry, replicas: Database["replicas"]): void {
  if (replicas.statuses.length === 0) return;
  new Gauge({
    name: "lattice_replica_used",
    help: "Number of processes that read from the replica",
    labelNames: ["replica"],
    registers: [registry],
    collect() {
      // Not awaited, because a replica that doesn't respond mustn't delay the metrics.
      void replicas.check();
      for (const { name, problem } of replicas.statuses)
        this.set({ replica: name }, problem === null && replicas.isListening ? 1 : 0);
    },
  });
  for (const [name, field, help] of LAG_METRICS)
    new Gauge({
      name,
      help: `${help}. Missing if unknown`,
      labelNames: ["replica"],
      registers: [registry],
      aggregator: "max",
      collect() {
        this.reset();
        for (const status of replicas.statuses) {
          const lag = status[field];
          if (lag !== null) this.set({ replica: status.name }, lag);
        }
      },
    });
  new Counter({
    name: "lattice_database_reads_total",
    help: "Reads for lists, searches and pages, by the server that ran them",
    labelNames: ["server"],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ server: "primary" }, replicas.counts.primary);
      this.inc({ server: "replica" }, replicas.counts.replica);
    },
  });
}
