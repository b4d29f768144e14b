import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench } from "./bench.ts";
import { openDatabases } from "./databases.ts";
import { type Figure, failsTheRun, type PartResult } from "./figure.ts";
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
import { ROOT } from "./program.ts";
import { renderTable } from "./table.ts";

/**
 * `npm run bench`: measures the budgets, prints what was held, writes bench/out/latest.json. Ends with 1 when a budget
 * is broken that does not hang on the speed of the machine.
 */
const PARTS = {
  weight: { title: "What a visitor's browser loads (gzip -9)", measure: measureWeight },
  statements: { title: "SQL statements per page", measure: measureStatements },
  lighthouse: { title: "Lighthouse, mobile", measure: measureLighthouse },
  lists: { title: "What a list costs in PostgreSQL", measure: measureLists },
  news: { title: "News: reading feeds, and what its lists cost in PostgreSQL", measure: measureNews },
  search: { title: "The search over everything, at a million posts", measure: measureSearch },
  ai: { title: "AI tools: what the chat function adds, and pages beside open answers", measure: measureAi },
  live: { title: "Open pages: what 2,000 streams cost, and how soon they are told", measure: measureLive },
  timing: { title: "Whether the time of an answer tells if an address is known", measure: measureTiming },
  requests: { title: "Requests per second beside a bare server", measure: measureRequests },
  writes: { title: "Votes and posts per second", measure: measureWrites },
} as const satisfies Record<string, { title: string; measure: (bench: Bench) => Promise<PartResult> }>;
type PartName = keyof typeof PARTS;

const USAGE = `Usage: npm run bench -- [${Object.keys(PARTS).join("|")} ...] [--quick] [--profile]
  --quick    fewer rounds, and no database of a million posts
  --profile  with "requests" and "writes": the functions in which the program spends its time
  BENCH_DATABASE_URL names a PostgreSQL to use instead of an embedded one; its databases are kept for the next run.`;

const endings: (() => Promise<void> | void)[] = [];

async function end(): Promise<void> {
  for (const step of endings.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      console.error(error);
    }
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void end().finally(() => process.exit(130)));
}

async function run(): Promise<boolean> {
  const { names, quick, profile } = readArguments();
  const began = new Date();
  const say = (line: string) => console.log(`  ${line}`);
  await ensureBuilt(say);
  const databases = await openDatabases(process.env.BENCH_DATABASE_URL, say);
  endings.push(databases.close);
  const conditions = {
    at: began.toISOString(),
    node: process.version,
    postgres: await databases.version(),
    processors: `${cpus().length} x ${cpus()[0]?.model.trim() ?? "unknown"}`,
    loadBefore: loadavg().map((load) => Math.round(load * 100) / 100),
    quick,
  };

  const results: Partial<Record<PartName, PartResult>> = {};
  for (const name of names) {
    say(`Measuring: ${name}`);
    results[name] = await measurePart(name, { quick, profile, databases, say });
  }
  const figures = names.flatMap((name) => results[name]?.figures ?? []);
  const tables = names.map((name) => renderTable(PARTS[name].title, results[name]?.figures ?? []));
  console.log(`\n${tables.join("\n\n")}\n\n${summary(figures, conditions)}`);
  const out = join(import.meta.dirname, "out");
  mkdirSync(out, { recursive: true });
  writeFileSync(
    join(out, "latest.json"),
    `${JSON.stringify({ conditions, loadAfter: loadavg(), results }, null, 1)}\n`,
  );
  return !figures.some(failsTheRun);
}

/** Runs one part and ends what it started. A part that fails is a broken budget, and the others still run. */
async function measurePart(name: PartName, given: Omit<Bench, "later">): Promise<PartResult> {
  const before = endings.length;
  try {
    return await PARTS[name].measure({ ...given, later: (step) => void endings.push(step) });
  } catch (error) {
    console.error(error);
    const measured = `could not be measured: ${error instanceof Error ? error.message.split("\n")[0] : error}`;
    return { figures: [{ what: name, measured, held: false }], details: null };
  } finally {
    for (const step of endings.splice(before).reverse()) await step();
  }
}

function summary(figures: readonly Figure[], conditions: object): string {
  const judged = figures.filter((figure) => figure.held !== undefined);
  const broken = judged.filter((figure) => figure.held === false);
  const lines = Object.entries(conditions).map(([name, value]) => `${name} ${String(value)}`);
  return [
    lines.join(", "),
    `${judged.length - broken.length} budgets held, ${broken.length} not held` +
      (broken.length > 0 ? ` (${broken.filter(failsTheRun).length} whatever the machine)` : ""),
  ].join("\n");
}

/** The pages as they are now, built by the same step as for `npm start`. */
async function ensureBuilt(say: (line: string) => void): Promise<void> {
  const step = (await import(new URL("../scripts/build.mjs", import.meta.url).href)) as {
    ensureBuilt(root: string, say: (line: string) => void): Promise<void>;
  };
  await step.ensureBuilt(ROOT, say);
}

function readArguments(): { names: PartName[]; quick: boolean; profile: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: "boolean", default: false }, profile: { type: "boolean", default: false } },
  });
  const all = Object.keys(PARTS) as PartName[];
  const names = all.filter((name) => positionals.length === 0 || positionals.includes(name));
  if (positionals.some((name) => !(name in PARTS))) throw new Error(USAGE);
  return { names, quick: values.quick, profile: values.profile };
}

try {
  if (!(await run())) process.exitCode = 1;
} catch (error) {
  const isUsage =
    error instanceof Error && (error.message === USAGE || /^ERR_PARSE_ARGS/.test(codeOf(error)));
  console.error(isUsage ? `${(error as Error).message}` : error);
  process.exitCode = 1;
} finally {
  await end();
}

function codeOf(error: Error): string {
  return (error as { code?: string }).code ?? "";
}
