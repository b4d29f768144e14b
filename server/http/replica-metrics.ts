import { Counter, Gauge, type Registry } from "prom-client";
import type { Database } from "#server/database/index.ts";

/** Metrics of a program that has replicas. */
export function addReplicaMetrics(registry: Registry, replicas: Database["replicas"]): void {
  if (replicas.statuses.length === 0) return;
  new Gauge({
    name: "lattice_replica_used",
    help: "Number of processes that read from the replica",
    labelNames: ["replica"],
    registers: [registry],
    collect() {
      for (const { name, problem } of replicas.statuses)
        this.set({ replica: name }, problem === null ? 1 : 0);
    },
  });
  new Gauge({
    name: "lattice_replica_lag_bytes",
    help: "Bytes of the log that reads required but the replica hadn't replayed when it was last checked",
    labelNames: ["replica"],
    registers: [registry],
    aggregator: "max",
    collect() {
      for (const { name, lagBytes } of replicas.statuses) this.set({ replica: name }, lagBytes);
    },
  });
  new Counter({
    name: "lattice_database_reads_total",
    help: "Reads for lists, searches and pages, by the server that they were done on",
    labelNames: ["server"],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ server: "primary" }, replicas.counts.primary);
      this.inc({ server: "replica" }, replicas.counts.replica);
    },
  });
}
