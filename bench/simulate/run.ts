/**
 * `npm run simulate`: simulates a community's busiest hour against the built program, and reports the cost per thousand
 * members.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { StartError } from "#server/platform/start-error.ts";
import { PRIMARY_SETTINGS } from "#server/testing/replica.ts";
import { explainFailure } from "../../scripts/explain-failure.ts";
import { openDatabases } from "../databases.ts";
import { ensureBuilt } from "../ensure-built.ts";
import { getRates } from "./behavior.ts";
import { createCommunity } from "./community.ts";
import { readCosts, subtract } from "./costs.ts";
import { openStreams } from "./open-streams.ts";
import { renderComparison, renderReport, type Simulation } from "./report.ts";
import { readPostIds, startSite } from "./site.ts";

const USAGE = `Usage: npm run simulate -- [options]
  Simulates a community in its busiest hour, and reports what a thousand members cost.

  --members N    number of members (100000)
  --posts N      number of existing posts (10000, at least 100)
  --seconds N    length of the simulation (60)
  --programs N   number of programs that share the database (1)
  --replica      also starts a streaming replica. Simulates the community without the replica, with it and without it
                 again, and compares the CPU times.

  If BENCH_DATABASE_URL is set, uses that PostgreSQL server instead of an embedded one.`;

const WARM_UP_SECONDS = 10;
const cleanups: (() => Promise<void> | void)[] = [];
const log = (line: string) => console.log(`  ${line}`);

async function cleanUp(): Promise<void> {
  for (const step of cleanups.splice(0).reverse()) await step();
}

function parseOptions() {
  const option = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      members: option,
      programs: option,
      posts: option,
      seconds: option,
      replica: { type: "boolean", default: false },
    },
  });
  const parse = (text: string | undefined, fallback: number, min: number) => {
    const number = text === undefined ? fallback : Number(text);
    if (!Number.isInteger(number) || number < min) throw new StartError(USAGE);
    return number;
  };
  return {
    memberCount: parse(values.members, 100_000, 1),
    programCount: parse(values.programs, 1, 1),
    postCount: parse(values.posts, 10_000, 100),
    seconds: parse(values.seconds, 60, 1),
    hasReplica: values.replica,
  };
}

/** Simulates the community against newly started programs, which read from the replica only if `isUsed`. */
async function measure(
  databaseUrl: string,
  replica: { readonly url: string; readonly isUsed: boolean } | undefined,
  { memberCount, programCount, seconds }: ReturnType<typeof parseOptions>,
): Promise<Simulation> {
  const usesReplica = replica?.isUsed ?? false;
  const site = await startSite(databaseUrl, usesReplica ? replica?.url : undefined, programCount);
  cleanups.push(site.stop);
  const rates = getRates(memberCount);
  log(`Opening ${rates.streamCount} live streams`);
  const streams = await openStreams(site.urls, rates.streamCount);
  cleanups.push(streams.close);
  const community = await createCommunity(site.urls, await readPostIds(databaseUrl));
  log("Warming up");
  await community.act(rates, WARM_UP_SECONDS);
  log(`Simulating ${memberCount.toLocaleString("en")} members for ${seconds} seconds`);
  const costsBefore = await readCosts(databaseUrl, replica?.url, site.pids);
  const eventCountBefore = streams.countEvents();
  const startedAt = performance.now();
  const tally = await community.act(rates, seconds);
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  const costs = subtract(await readCosts(databaseUrl, replica?.url, site.pids), costsBefore);
  const eventCount = streams.countEvents() - eventCountBefore;
  for (const step of cleanups.splice(-2).reverse()) await step();
  if (tally.failures.size > 0 || tally.skippedCount > 0) process.exitCode = 1;
  return {
    memberCount,
    programCount,
    usesReplica,
    rates,
    tally,
    costs,
    elapsedSeconds,
    eventCount,
  };
}

async function simulate(): Promise<void> {
  const options = parseOptions();
  await ensureBuilt(log);
  const databases = await openDatabases(
    process.env.BENCH_DATABASE_URL,
    log,
    options.hasReplica ? PRIMARY_SETTINGS : {},
  );
  cleanups.push(databases.close);
  const databaseUrl = await databases.create(options.postCount);
  const replicaUrl = options.hasReplica ? await databases.addReplica(databaseUrl) : undefined;
  const measureAndPrint = async (isUsed: boolean) => {
    const simulation = await measure(
      databaseUrl,
      replicaUrl === undefined ? undefined : { url: replicaUrl, isUsed },
      options,
    );
    console.log(`\n${renderReport(simulation)}\n`);
    return simulation;
  };
  const firstRun = await measureAndPrint(false);
  if (replicaUrl !== undefined) {
    const withReplica = await measureAndPrint(true);
    const lastRun = await measureAndPrint(false);
    console.log(`\n${renderComparison(withReplica, [firstRun, lastRun])}\n`);
  }
  const [load] = loadavg();
  console.log(
    `Node ${process.version}, PostgreSQL ${await databases.readVersion()}, ${cpus().length} cores, load ${load?.toFixed(1)}`,
  );
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));

try {
  if (process.argv.includes("--help")) console.log(USAGE);
  else await simulate();
} catch (error) {
  console.error(explainFailure(error, USAGE));
  process.exitCode = 1;
} finally {
  await cleanUp();
}
