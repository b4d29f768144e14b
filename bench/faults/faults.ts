import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultyProxy } from "#server/testing/faulty-proxy.ts";
import { type Program, startProgram } from "#server/testing/program.ts";
import type { S3Server } from "#server/testing/s3-server.ts";
import { runStatement } from "../databases.ts";
import { type FaultyReplica, REPLICA_FAULTS } from "./replica.ts";
import { findPostmaster, freeze, OUTAGE_MS, waitForDatabase } from "./servers.ts";

/** The parts of a setup that faults act on. */
export interface Setup {
  readonly databaseUrl: string;
  readonly replica: FaultyReplica;
  readonly programs: Program[];
  readonly programSettings: readonly Record<string, string>[];
  readonly s3: S3Server;
  readonly proxy: FaultyProxy;
  /** Small disks that faults fill; null if they couldn't be mounted. */
  readonly disks: {
    readonly database: string;
    readonly s3: string;
    readonly programs: readonly string[];
  } | null;
}

/** Makes something go wrong. The promise resolves when the fault has ended or been repaired. */
export type Fault = (setup: Setup) => Promise<void>;

const START_ATTEMPTS = 5;
const START_ERROR_LENGTH_MAX = 1_500;
const pickIndex = (length: number) => Math.floor(Math.random() * length);

export const FAULTS: Readonly<Record<string, Fault>> = {
  "a program is killed": async ({ programs, programSettings }) => {
    const index = pickIndex(programs.length);
    await programs[index]?.kill();
    programs[index] = await startWithRetries(programSettings[index] as Record<string, string>);
  },
  "a program is stopped and started": async ({ programs, programSettings }) => {
    const index = pickIndex(programs.length);
    await programs[index]?.stop();
    programs[index] = await startWithRetries(programSettings[index] as Record<string, string>);
  },
  "a program hangs for a while": async ({ programs }) => {
    await freeze(programs[pickIndex(programs.length)]?.pid);
  },
  "PostgreSQL is killed": async ({ databaseUrl }) => {
    process.kill(await findPostmaster(databaseUrl), "SIGKILL");
    await waitForDatabase(databaseUrl);
  },
  "PostgreSQL hangs for a while": async ({ databaseUrl }) => {
    await freeze(await findPostmaster(databaseUrl));
  },
  "all connections to PostgreSQL are closed": async ({ databaseUrl }) => {
    await runStatement(
      databaseUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
  },
  "half of the connections to PostgreSQL are closed": async ({ databaseUrl }) => {
    await runStatement(
      databaseUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend' and random() < 0.5",
    );
  },
  "PostgreSQL's disk is full": async ({ disks, databaseUrl }) => {
    await fillDisk(disks?.database);
    await waitForDatabase(databaseUrl);
  },
  "a program's disk is full": async ({ disks }) => {
    await fillDisk(disks?.programs[pickIndex(disks.programs.length)]);
  },
  "S3's disk is full": async ({ disks, s3 }) => {
    await fillDisk(disks?.s3);
    if (!s3.isRunning()) await s3.restart();
  },
  "S3 is killed": ({ s3 }) => s3.restart(),
  "S3 hangs for a while": async ({ s3 }) => {
    s3.pause();
    await sleep(OUTAGE_MS);
    s3.resume();
  },
  "S3 answers every request with an error": async ({ proxy }) => {
    proxy.setFault(() => ({ kind: "status", status: 503 }));
    await sleep(OUTAGE_MS);
    proxy.setFault(() => undefined);
  },
  "S3 closes every other connection": async ({ proxy }) => {
    proxy.setFault(({ count }) => (count % 2 === 0 ? { kind: "reset" } : undefined));
    await sleep(OUTAGE_MS);
    proxy.setFault(() => undefined);
  },
  ...Object.fromEntries(
    Object.entries(REPLICA_FAULTS).map(([name, inject]): [string, Fault] => [
      name,
      ({ replica }) => inject(replica),
    ]),
  ),
};

/** These faults need `disks`. */
export const DISK_FAULTS: ReadonlySet<string> = new Set(
  Object.keys(FAULTS).filter((name) => name.includes("disk")),
);

/** These faults must be rare, because an embedded PostgreSQL is restarted at most three times a minute. */
export const RARE_FAULTS = new Set([
  "PostgreSQL is killed",
  "PostgreSQL's disk is full",
  "the replica is killed",
]);

/** Starts a program. If it fails to start, tries again, as a service manager would. */
async function startWithRetries(settings: Record<string, string>): Promise<Program> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startProgram(settings);
    } catch (error) {
      console.log(
        `  A program failed to start: ${String(error).replace(/\s+/g, " ").slice(0, START_ERROR_LENGTH_MAX)}`,
      );
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
}

async function fillDisk(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Error("There is no disk to fill.");
  const file = join(folder, "filler");
  const block = Buffer.alloc(1024 * 1024);
  const descriptor = openSync(file, "w");
  try {
    for (;;) writeSync(descriptor, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(descriptor);
  }
  await sleep(OUTAGE_MS);
  rmSync(file);
}
