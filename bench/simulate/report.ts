import { formatCount } from "#core/format-count.ts";
import { renderTable } from "../table.ts";
import { ACTIONS, ARTICLES_PER_MINUTE, BEHAVIOR, type Rates } from "./behavior.ts";
import type { Tally } from "./community.ts";
import type { Costs } from "./costs.ts";

export interface Simulation {
  readonly memberCount: number;
  readonly programCount: number;
  /** Whether the programs read from a replica. */
  readonly usesReplica: boolean;
  readonly rates: Rates;
  readonly tally: Tally;
  readonly costs: Costs;
  readonly elapsedSeconds: number;
  /** Live events received on all streams together. */
  readonly eventCount: number;
}

/** Renders what happened and what a thousand members cost. */
export function renderReport(simulation: Simulation): string {
  const { memberCount, programCount, usesReplica, tally } = simulation;
  const failures = [...tally.failures].map(([reason, count]) => `  ${count} × ${reason}`);
  return [
    renderTable(
      `${formatCount(memberCount, "member")} in their busiest hour, programs: ${programCount}${usesReplica ? ", reading from the replica" : ""}`,
      listActions(simulation),
    ),
    renderTable("Cost per thousand members", listCosts(simulation)),
    ...(failures.length > 0 ? [`Failures:\n${failures.join("\n")}`] : []),
    ...(tally.skippedCount > 0
      ? [
          `The site couldn't keep up: ${formatCount(tally.skippedCount, "request")} ${tally.skippedCount === 1 ? "wasn't" : "weren't"} sent.`,
        ]
      : []),
  ].join("\n\n");
}

/**
 * Renders the CPU times while the programs read from the replica, relative to the mean of two measurements in which
 * they don't: one before and one after.
 */
export function renderComparison(withReplica: Simulation, withoutReplica: readonly Simulation[]): string {
  type CpuTime = "programsMs" | "databaseMs" | "replicaMs";
  const compare = (label: string, parts: readonly CpuTime[], basis = parts) => {
    const sum = (simulation: Simulation, summedParts: typeof parts) =>
      summedParts.reduce((time, part) => time + simulation.costs[part] / simulation.elapsedSeconds, 0);
    const times = withoutReplica.map((simulation) => sum(simulation, basis));
    const mean = times.reduce((total, time) => total + time, 0) / times.length;
    const [firstTime = 0, lastTime = 0] = times;
    return {
      label,
      measured: `× ${(sum(withReplica, parts) / mean).toFixed(2)}`,
      note: `the two times without the replica differ by ${((Math.abs(firstTime - lastTime) / mean) * 100).toFixed(0)}%`,
    };
  };
  return renderTable("CPU time while reading from the replica, compared with not reading from it", [
    compare("primary database", ["databaseMs"]),
    compare("replica, compared with only replaying the log", ["replicaMs"]),
    compare("replica, compared with the primary database", ["replicaMs"], ["databaseMs"]),
    compare(
      "primary database and replica, compared with the primary database alone",
      ["databaseMs", "replicaMs"],
      ["databaseMs"],
    ),
    compare("programs", ["programsMs"]),
  ]);
}

function listActions({ rates, tally, elapsedSeconds, eventCount }: Simulation) {
  return [
    ...ACTIONS.map((action) => {
      const durations = tally.durations[action].toSorted((a, b) => a - b);
      const getPercentile = (fraction: number) =>
        `${(durations[Math.floor(durations.length * fraction)] ?? Number.NaN).toFixed(0)} ms`;
      return {
        label: `${action}s per second`,
        measured:
          `${(durations.length / elapsedSeconds).toFixed(2)} (planned ${rates.perSecond[action].toFixed(2)}); ` +
          `p50 ${getPercentile(0.5)}, p95 ${getPercentile(0.95)}, p99 ${getPercentile(0.99)}`,
      };
    }),
    {
      label: "live streams",
      measured: `${rates.streamCount}, ${(eventCount / elapsedSeconds).toFixed(0)} events per second`,
    },
  ];
}

function listCosts({ memberCount, tally, costs, elapsedSeconds }: Simulation) {
  const thousands = memberCount / 1_000;
  const toPercent = (ms: number) => `${(ms / 10 / elapsedSeconds / thousands).toFixed(3)}% of a core`;
  const toMonthly = (bytes: number) => {
    const perMonth = ((bytes / elapsedSeconds) * 30 * 86_400) / BEHAVIOR.peakFactor / thousands;
    return `${(perMonth / 1e9).toFixed(2)} GB a month`;
  };
  return [
    { label: "programs, busiest hour", measured: toPercent(costs.programsMs) },
    { label: "PostgreSQL, busiest hour", measured: toPercent(costs.databaseMs) },
    ...(costs.replicaMs > 0
      ? [{ label: "replica, busiest hour", measured: toPercent(costs.replicaMs) }]
      : []),
    {
      label: "responses",
      measured: toMonthly(tally.bytes),
      note: "decoded; compressed responses are about a quarter of this",
    },
    {
      label: "PostgreSQL's log (WAL)",
      measured: toMonthly(costs.walBytes),
      note: `includes ${ARTICLES_PER_MINUTE} articles a minute, which don't depend on the number of members`,
    },
    { label: "growth of the database", measured: toMonthly(Math.max(0, costs.databaseBytes)) },
  ];
}
