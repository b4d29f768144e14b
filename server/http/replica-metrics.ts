import { Counter, Gauge, type Registry } from "prom-client";
import type { Database } from "#server/database/index.ts";

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

export function addReplicaMetrics(registry: Registry, replicas: Database["replicas"]): void {
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
