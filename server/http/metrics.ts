import type { Context } from "hono";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "#server/database/index.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { HttpEnvironment } from "./context.ts";
import type { ResponseCache } from "./page-cache/response-cache.ts";
import { addReplicaMetrics } from "./replica-metrics.ts";
import { isLoopbackName } from "./request-origin.ts";

export interface Metrics {
  readonly registry: Registry;
  observe(
    labels: { method: string; mount: string; status: number },
    seconds: number,
    statements: number,
  ): void;
}

/** The source of /metrics. */
export type MetricsSource = Pick<Registry, "metrics" | "contentType">;
/** Combines a process's metrics with those of the other processes serving the site. */
export type ShareMetrics = (registry: Registry) => MetricsSource;

const CACHE_COUNTS = [
  { name: "hits", count: "hits", help: "Visitors' requests that were answered from memory" },
  { name: "misses", count: "misses", help: "Shared responses for visitors that had to be created" },
  {
    name: "invalidations",
    count: "invalidations",
    help: "Cached responses that were dropped because their content changed",
  },
] as const;

export function createMetrics(
  { pool, replicas }: Pick<Database, "pool" | "replicas">,
  live: { readonly streams: number },
  cache: Pick<ResponseCache, "counts">,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ["method", "mount", "status"];
  const duration = new Histogram({
    name: "lattice_http_request_duration_seconds",
    help: "Time from request to the end of its handler",
    labelNames,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const statements = new Histogram({
    name: "lattice_sql_statements_per_request",
    help: "SQL statements that one request ran",
    labelNames: ["mount"],
    buckets: [0, 1, 2, 3, 4, 6, 10, 20],
    registers: [registry],
  });
  new Gauge({
    name: "lattice_database_connections",
    help: "Connections in the pool by state",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "open" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  addReplicaMetrics(registry, replicas);
  new Gauge({
    name: "lattice_workers",
    help: "Processes that answer requests",
    registers: [registry],
  }).set(1);
  new Gauge({
    name: "lattice_live_streams",
    help: "Open streams of /live",
    registers: [registry],
    collect() {
      this.set(live.streams);
    },
  });
  for (const { name, help, count } of CACHE_COUNTS) {
    new Counter({
      name: `lattice_page_cache_${name}_total`,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(cache.counts[count]);
      },
    });
  }
  new Gauge({
    name: "lattice_page_cache_bytes",
    help: "Memory used by cached responses for visitors",
    registers: [registry],
    collect() {
      this.set(cache.counts.bytes);
    },
  });
  return {
    registry,
    observe({ method, mount, status }, seconds, count) {
      duration.observe({ method, mount, status: String(status) }, seconds);
      statements.observe({ mount }, count);
    },
  };
}

/**
 * Whether the request may read /metrics. If METRICS_TOKEN is set, the request must send it. Otherwise only
 * local requests may read them, and only under a loopback hostname, because a page can reach this machine by
 * DNS rebinding. Behind a proxy, every request looks local, so the token is required.
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
