/**
 * `npm run bench`: checks the performance budgets, prints the results and writes bench/out/latest.json. Exits with 1 if
 * a budget that doesn't depend on the machine is missed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatCount } from "#core/format-count.ts";
import { StartError } from "#server/platform/start-error.ts";
import { explainFailure } from "../scripts/explain-failure.ts";
import type { Bench } from "./bench.ts";
import { openDatabases } from "./databases.ts";
import { ensureBuilt } from "./ensure-built.ts";
import { type Figure, isRunFailure, type PartResult } from "./figure.ts";
import { measureAi } from "./measure-ai.ts";
import { measureLighthouse } from "./measure-lighthouse.ts";
import { measureLists } from "./measure-lists.ts";
import { measureLive } from "./measure-live.ts";
import { measureNews } from "./measure-news.ts";
import { measureRequests } from "./measure-requests.ts";
import { measureSearch } from "./measure-search.ts";
import { measureStatements } from "./measure-statements.ts";
import { measureTiming } from "./measure-timing.ts";
import { measureWeight } from "./measure-weight.ts";
import { measureWrites } from "./measure-writes.ts";
import { renderTable } from "./table.ts";

const PARTS = {
  weight: { title: "What a visitor's browser loads (gzip -9)", measure: measureWeight },
  statements: { title: "SQL statements per page", measure: measureStatements },
  lighthouse: { title: "Lighthouse, mobile", measure: measureLighthouse },
  lists: { title: "Cost of lists in PostgreSQL", measure: measureLists },
  news: { title: "News: reading feeds, and the cost of lists in PostgreSQL", measure: measureNews },
  search: {
    title: "Search across all content, with a million posts (20,000 with --quick)",
    measure: measureSearch,
  },
  ai: {
    title: "AI tools: delay added by the chat function, and page times while answers are streamed",
    measure: measureAi,
  },
  live: { title: "Open pages: cost of 2,000 streams, and delivery times", measure: measureLive },
  timing: {
    title: "Whether response times reveal known email addresses and phone numbers",
    measure: measureTiming,
  },
  requests: { title: "Requests per second compared with a bare server", measure: measureRequests },
  writes: { title: "Votes and posts per second", measure: measureWrites },
} as const satisfies Record<string, { title: string; measure: (bench: Bench) => Promise<PartResult> }>;
type PartName = keyof typeof PARTS;

const USAGE = `Usage: npm run bench -- [PART ...] [--quick] [--profile]
  Checks the performance budgets: all of them, or only those of the named parts.
  Parts: ${Object.keys(PARTS).join(", ")}

  --quick     runs fewer rounds, and doesn't create the database with a million posts
  --profile   shows in which functions the program spends its time (only for requests and writes)

  If BENCH_DATABASE_URL is set, uses that PostgreSQL server instead of an embedded one, and leaves the read-only
  databases there for the next run.`;

const cleanups: (() => Promise<void> | void)[] = [];

async function cleanUp(): Promise<void> {
  for (const step of cleanups.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      console.error(error);
    }
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
}

async function run(): Promise<boolean> {
  const { names, isQuick, isProfiling } = parseArguments();
  const startedAt = new Date();
  const log = (line: string) => console.log(`  ${line}`);
  await ensureBuilt(log);
  const databases = await openDatabases(process.env.BENCH_DATABASE_URL, log);
  cleanups.push(databases.close);
  const conditions = {
    at: startedAt.toISOString(),
    node: process.version,
    postgres: await databases.readVersion(),
    processors: `${cpus().length} x ${cpus()[0]?.model.trim() ?? "unknown"}`,
    loadBefore: loadavg().map((load) => Math.round(load * 100) / 100),
    quick: isQuick,
  };

  const results: Partial<Record<PartName, PartResult>> = {};
  for (const name of names) {
    log(`Measuring: ${name}`);
    results[name] = await measurePart(name, { isQuick, isProfiling, databases, log });
  }
  const figures = names.flatMap((name) => results[name]?.figures ?? []);
  const tables = names.map((name) => renderTable(PARTS[name].title, results[name]?.figures ?? []));
  console.log(`\n${tables.join("\n\n")}\n\n${formatSummary(figures, conditions)}`);
  const outFolder = join(import.meta.dirname, "out");
  mkdirSync(outFolder, { recursive: true });
  writeFileSync(
    join(outFolder, "latest.json"),
    `${JSON.stringify({ conditions, loadAfter: loadavg(), results }, null, 1)}\n`,
  );
  return !figures.some(isRunFailure);
}

/** Runs one part and its cleanup. A part that fails counts as a missed budget; the others still run. */
async function measurePart(name: PartName, options: Omit<Bench, "addCleanup">): Promise<PartResult> {
  const cleanupCount = cleanups.length;
  try {
    return await PARTS[name].measure({ ...options, addCleanup: (step) => void cleanups.push(step) });
  } catch (error) {
    console.error(error);
    const measured = `failed: ${error instanceof Error ? error.message.split("\n")[0] : error}`;
    return { figures: [{ label: name, measured, isMet: false }], details: null };
  } finally {
    for (const step of cleanups.splice(cleanupCount).reverse()) await step();
  }
}

function formatSummary(figures: readonly Figure[], conditions: object): string {
  const budgetFigures = figures.filter((figure) => figure.isMet !== undefined);
  const missedFigures = budgetFigures.filter((figure) => figure.isMet === false);
  const formattedConditions = Object.entries(conditions).map(([name, value]) => `${name} ${String(value)}`);
  return [
    formattedConditions.join(", "),
    `${formatCount(budgetFigures.length - missedFigures.length, "budget")} met, ${missedFigures.length} missed` +
      (missedFigures.length > 0
        ? ` (${missedFigures.filter(isRunFailure).length} regardless of the machine)`
        : ""),
  ].join("\n");
}

function parseArguments(): { names: PartName[]; isQuick: boolean; isProfiling: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: "boolean", default: false }, profile: { type: "boolean", default: false } },
  });
  const allNames = Object.keys(PARTS) as PartName[];
  const names = allNames.filter((name) => positionals.length === 0 || positionals.includes(name));
  if (positionals.some((name) => !(name in PARTS))) throw new StartError(USAGE);
  return { names, isQuick: values.quick, isProfiling: values.profile };
}

try {
  if (process.argv.includes("--help")) console.log(USAGE);
  else if (!(await run())) process.exitCode = 1;
} catch (error) {
  console.error(explainFailure(error, USAGE));
  process.exitCode = 1;
} finally {
  await cleanUp();
}
