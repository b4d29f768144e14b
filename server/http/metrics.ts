import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { HttpEnvironment } from "./context.ts";
import type { AnswerStore } from "./page-cache/answer-store.ts";
import { isLoopbackName } from "./request-origin.ts";

export interface Metrics {
  readonly registry: Registry;
  observe(
    labels: { method: string; mount: string; status: number },
    seconds: number,
    statements: number,
  ): void;
}

/** What /metrics answers. */
export type MetricsSource = Pick<Registry, "metrics" | "contentType">;
/** Makes of a process's own metrics those of all that serve the site together. */
export type ShareMetrics = (own: Registry) => MetricsSource;

const STORED_COUNTS = [
  { name: "hits", count: "hits", help: "Requests of visitors that were answered from memory" },
  { name: "misses", count: "misses", help: "Answers that visitors share and that had to be made" },
  {
    name: "invalidations",
    count: "invalidations",
    help: "Kept answers that were dropped because what they show changed",
  },
] as const;

export function createMetrics(
  pool: pg.Pool,
  live: { readonly streams: number },
  stored: Pick<AnswerStore, "counts">,
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
    help: "Connections of the pool by state",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "open" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
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
  for (const { name, help, count } of STORED_COUNTS) {
    new Counter({
      name: `lattice_visitor_answers_${name}_total`,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(stored.counts[count]);
      },
    });
  }
  new Gauge({
    name: "lattice_visitor_answers_bytes",
    help: "Memory of the answers kept for visitors",
    registers: [registry],
    collect() {
      this.set(stored.counts.bytes);
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
 * Who may read /metrics: with METRICS_TOKEN its bearer, without it this machine alone, by one of its own names: a page
 * whose name was pointed at this machine (DNS rebinding) calls from here too, but by that name. Behind a proxy every
 * caller looks local, so there the token is the only way in.
 */
export function mayReadMetrics(
  c: Context<HttpEnvironment>,
  options: { token: string | undefined; trustProxy: number },
): boolean {
  if (options.token) return sameText(c.req.header("Authorization") ?? "", `Bearer ${options.token}`);
  return (
    options.trustProxy === 0 &&
    isLoopback(c) &&
    isLoopbackName(new URL(c.req.url).hostname) &&
    c.req.header("X-Forwarded-For") === undefined
  );
}

function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

function isLoopback(c: Context<HttpEnvironment>): boolean {
  const address = c.env?.incoming?.socket?.remoteAddress ?? "";
  return address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
}
