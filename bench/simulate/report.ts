import { renderTable } from "../table.ts";
import { ACTIONS, ARTICLES_PER_MINUTE, BEHAVIOR, type Rates } from "./behavior.ts";
import type { Tally } from "./community.ts";
import type { Costs } from "./costs.ts";

interface Simulation {
  readonly options: { readonly members: number; readonly programs: number; readonly replica: boolean };
  readonly rates: Rates;
  readonly tally: Tally;
  readonly costs: Costs;
  readonly elapsed: number;
  /** Live events that all streams received. */
  readonly events: number;
}

/** What happened, and what a thousand members cost. */
export function renderReport(simulation: Simulation): string {
  const { options, tally } = simulation;
  const failures = [...tally.failures].map(([reason, count]) => `  ${count} × ${reason}`);
  return [
    renderTable(
      `${formatCount(options.members)} members in their busiest hour, programs: ${options.programs}`,
      listActions(simulation),
    ),
    renderTable("Cost per thousand members", listCosts(simulation)),
    ...(failures.length > 0 ? [`Failures:\n${failures.join("\n")}`] : []),
    ...(tally.skipped > 0 ? [`The site couldn't keep up: ${tally.skipped} requests weren't sent.`] : []),
  ].join("\n\n");
}

function listActions({ rates, tally, elapsed, events }: Simulation) {
  return [
    ...ACTIONS.map((action) => {
      const durations = tally.durations[action].toSorted((a, b) => a - b);
      const getPercentile = (fraction: number) =>
        `${(durations[Math.floor(durations.length * fraction)] ?? Number.NaN).toFixed(0)} ms`;
      return {
        label: `${action}s per second`,
        measured:
          `${(durations.length / elapsed).toFixed(2)} (planned ${rates.perSecond[action].toFixed(2)}); ` +
          `p50 ${getPercentile(0.5)}, p95 ${getPercentile(0.95)}, p99 ${getPercentile(0.99)}`,
      };
    }),
    {
      label: "live streams",
      measured: `${rates.streams}, ${(events / elapsed).toFixed(0)} events per second`,
    },
  ];
}

function listCosts({ options, tally, costs, elapsed }: Simulation) {
  const thousands = options.members / 1_000;
  const toPercent = (ms: number) => `${(ms / 10 / elapsed / thousands).toFixed(2)}% of a core`;
  const toMonthly = (bytes: number) => {
    const perMonth = ((bytes / elapsed) * 30 * 86_400) / BEHAVIOR.peakFactor / thousands;
    return `${(perMonth / 1e9).toFixed(2)} GB a month`;
  };
  return [
    { label: "programs, busiest hour", measured: toPercent(costs.programs) },
    { label: "PostgreSQL, busiest hour", measured: toPercent(costs.database) },
    ...(options.replica ? [{ label: "its replica, busiest hour", measured: toPercent(costs.replica) }] : []),
    {
      label: "responses",
      measured: toMonthly(tally.bytes),
      note: "decoded; compressed responses are about a quarter",
    },
    {
      label: "PostgreSQL's log (WAL)",
      measured: toMonthly(costs.logged),
      note: `includes ${ARTICLES_PER_MINUTE} articles a minute, which don't depend on the number of members`,
    },
    { label: "growth of the database", measured: toMonthly(Math.max(0, costs.stored)) },
  ];
}

const formatCount = (count: number) => count.toLocaleString("en");
