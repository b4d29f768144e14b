import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { formatCount } from "#core/format-count.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/index.ts";
import { migrate } from "#server/database/index.ts";
import { StartError } from "#server/platform/start-error.ts";
import { startFaultyProxy } from "#server/testing/faulty-proxy.ts";
import { findFreePort, type Program, startProgram } from "#server/testing/program.ts";
import { PRIMARY_SETTINGS } from "#server/testing/replica.ts";
import { startS3Server } from "#server/testing/s3-server.ts";
import { explainFailure } from "../../scripts/explain-failure.ts";
import { ensureBuilt } from "../ensure-built.ts";
import { DISK_FAULTS, FAULTS, RARE_FAULTS, type Setup } from "./faults.ts";
import { startFaultyReplica } from "./replica.ts";
import { verifyWrites } from "./verify-writes.ts";
import { KINDS, startWriters } from "./writers.ts";

/**
 * `npm run faults`: members write continuously while programs, PostgreSQL and S3 are killed, frozen, disconnected and
 * deprived of disk space in random order, and the replica that the programs read from also stops replaying and is
 * promoted. Members must immediately see what they have written, and afterwards, every acknowledged write must exist
 * exactly once. Exits with 1 otherwise.
 */
const USAGE = `Usage: npm run faults -- [--count N] [--programs N]
  Tests that no write is lost: kills, freezes and disconnects programs, PostgreSQL, its replica and S3 while simulated
  members write. As root on Linux, also fills disks.

  --count N      number of faults (100)
  --programs N   number of programs that share the database (2)`;

const WRITER_COUNT = 8;
const RARE_FAULT_INTERVAL_MS = 30_000;
const DATABASE_DISK_MB = 400;
const OTHER_DISK_MB = 100;
const cleanups: (() => Promise<void> | void)[] = [];

async function cleanUp(): Promise<void> {
  for (const step of cleanups.splice(0).reverse()) await step();
}

/** Mounts a small disk, which needs root. */
function mountDisk(folder: string, megabytes: number): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0711`, "tmpfs", folder], {
    stdio: "ignore",
  });
  cleanups.push(() => void execFileSync("umount", ["--lazy", folder]));
}

function mountDisks(database: string, s3: string, programs: readonly string[]): Setup["disks"] {
  try {
    mountDisk(database, DATABASE_DISK_MB);
    for (const folder of [s3, ...programs]) mountDisk(folder, OTHER_DISK_MB);
    return { database, s3, programs };
  } catch {
    return null;
  }
}

async function setUp(programCount: number): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), "lattice-faults-"));
  // If this runs as root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const createFolder = (name: string) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };
  const databaseFolder = createFolder("database");
  const s3Folder = createFolder("s3");
  const programFolders = Array.from({ length: programCount }, (_, index) => createFolder(`program-${index}`));
  const disks = mountDisks(databaseFolder, s3Folder, programFolders);
  const dataDir = join(databaseFolder, "data");
  const sharedFolder = join(databaseFolder, "shared");
  // Retains less of the write-ahead log than usual, because the disk is small.
  const settings = { ...PRIMARY_SETTINGS, max_wal_size: "64MB", wal_keep_size: "96MB" };
  const print = (line: string) => console.log(`  ${line}`);
  const postgres = await startEmbeddedPostgres({ dataDir, sharedFolder, print, settings });
  cleanups.push(postgres.stop);
  void postgres.exited.then((reason) => console.log(`  PostgreSQL gave up: ${reason}`));
  await migrate(postgres.url);
  const replica = await startFaultyReplica({ url: postgres.url, dataDir }, folder, {
    sharedFolder,
    settings,
  });
  cleanups.push(replica.stop);
  const s3 = await startS3Server(s3Folder);
  cleanups.push(s3.stop);
  const proxy = await startFaultyProxy(s3.endpoint);
  cleanups.push(proxy.close);
  const programSettings = [];
  for (const DATA_DIR of programFolders)
    programSettings.push({
      ...s3.settings({ endpoint: proxy.endpoint }),
      DATABASE_URL: postgres.url,
      DATABASE_REPLICA_URLS: replica.proxy.url,
      DATA_DIR,
      PORT: String(await findFreePort()),
      DEMO: "off",
      AUTH_RATE_LIMITS: "off",
      LOG_LEVEL: "silent",
    });
  const programs: Program[] = [];
  for (const settings of programSettings) programs.push(await startProgram(settings));
  cleanups.push(() => Promise.all(programs.map((program) => program.stop())).then(() => {}));
  return { databaseUrl: postgres.url, replica, programs, programSettings, s3, proxy, disks };
}

async function runFaults(setup: Setup, count: number): Promise<Map<string, number>> {
  const names = Object.keys(FAULTS).filter((name) => setup.disks !== null || !DISK_FAULTS.has(name));
  const counts = new Map<string, number>();
  let lastRareFaultAt = 0;
  /** The faults left in this cycle. The next cycle begins early if all of them are rare faults that must wait. */
  let queue: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    await sleep(300 + Math.random() * 1_000);
    const isRareAllowed = performance.now() - lastRareFaultAt > RARE_FAULT_INTERVAL_MS;
    const isPossible = (name: string) => isRareAllowed || !RARE_FAULTS.has(name);
    if (!queue.some(isPossible)) queue = [...queue, ...names.filter((name) => !queue.includes(name))];
    const possibleNames = queue.filter(isPossible);
    const name = possibleNames[Math.floor(Math.random() * possibleNames.length)] as string;
    queue = queue.filter((other) => other !== name);
    console.log(`  ${number}: ${name}`);
    await FAULTS[name]?.(setup);
    if (RARE_FAULTS.has(name)) lastRareFaultAt = performance.now();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Waits until all programs read from the replica again, and returns how many reads they have run there. */
async function waitUntilReplicaIsUsed(urls: readonly string[]): Promise<number> {
  const readMetric = async (url: string, pattern: RegExp) =>
    Number(pattern.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
  const sumMetric = async (pattern: RegExp) =>
    (await Promise.all(urls.map((url) => readMetric(url, pattern)))).reduce((sum, value) => sum + value, 0);
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const readCount = await sumMetric(/^lattice_database_reads_total\{server="replica"\} (\d+)$/m);
    const usedCount = await sumMetric(/^lattice_replica_used\{.+\} (\d+)$/m);
    if (readCount > 0 && usedCount === urls.length) return readCount;
    await sleep(100);
  }
  throw new Error("The replica wasn't used again.");
}

function parseOptions() {
  const { values } = parseArgs({
    options: { count: { type: "string", default: "100" }, programs: { type: "string", default: "2" } },
  });
  const options = { faultCount: Number(values.count), programCount: Number(values.programs) };
  if (!Object.values(options).every((value) => Number.isInteger(value) && value > 0))
    throw new StartError(USAGE);
  return options;
}

async function run(): Promise<void> {
  const options = parseOptions();
  await ensureBuilt(console.log);
  const setup = await setUp(options.programCount);
  if (setup.disks === null) console.log("  Disks couldn't be mounted, so none will fill up.");
  const urls = setup.programs.map(({ url }) => url);
  const { writes, unseenWrites, finish } = await startWriters(urls, WRITER_COUNT);
  const counts = await runFaults(setup, options.faultCount);
  const readCount = await waitUntilReplicaIsUsed(urls);
  await finish(60_000);
  const problems = [...unseenWrites, ...(await verifyWrites(setup.databaseUrl, urls[0] as string, writes))];
  console.log("");
  for (const [name, count] of counts) console.log(`${String(count).padStart(4)} × ${name}`);
  for (const kind of KINDS) {
    const acknowledgedWrites = writes.filter((write) => write.kind === kind && write.isAcknowledged);
    const repeatedWrites = acknowledgedWrites.filter(({ attemptCount }) => attemptCount > 1);
    console.log(
      `${String(acknowledgedWrites.length).padStart(6)} ${kind}s acknowledged, ${repeatedWrites.length} of them after a repeated request`,
    );
  }
  console.log(`${String(readCount).padStart(6)} reads from the replica by the programs running at the end`);
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  console.log(
    problems.length === 0
      ? "Every acknowledged write exists exactly once."
      : `${formatCount(problems.length, "problem")} found.`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));

try {
  if (process.argv.includes("--help")) console.log(USAGE);
  else await run();
} catch (error) {
  console.error(explainFailure(error, USAGE));
  process.exitCode = 1;
} finally {
  await cleanUp();
  // Otherwise, after a failure, the writers would repeat their requests forever.
  process.exit();
}
