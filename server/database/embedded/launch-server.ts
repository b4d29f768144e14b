import type { ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import type { Endpoint } from "./endpoint.ts";
import { EmbeddedPostgresError, explainOutput } from "./errors.ts";
import { logSize } from "./log-file.ts";
import { spawnProgram } from "./run-program.ts";
import { readServerFile, stopServer } from "./stop-server.ts";

/** Everything a start of the server needs; the same for the first one and for a restart. */
export interface Server {
  account: Account;
  binaries: Binaries;
  cluster: string;
  endpoint: Endpoint;
  logFile: string;
  say: (line: string) => void;
  /** Instead of those below. */
  settings: Readonly<Record<string, string>>;
}

/** Given on every start, so that the cluster's own file cannot differ from what this program expects. */
const SETTINGS = {
  max_connections: "120",
  shared_buffers: "128MB",
  random_page_cost: "1.1",
  jit: "off",
  // A few members at a time on few cores: a query that takes all of them makes the others wait.
  max_parallel_workers_per_gather: "0",
  // An answered write is on the disk.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  // Nobody replicates from here.
  wal_level: "minimal",
  max_wal_senders: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  logging_collector: "off",
  log_destination: "stderr",
  // Failed statements are the program's to log, without the values they carry.
  log_min_messages: "log",
  log_checkpoints: "off",
  unix_socket_permissions: "0700",
};

/** Members' patience ends sooner, but a recovery after a crash must be let through. */
const LONGEST_RECOVERY_MS = 10 * 60_000;
/** How long children of a killed server may take to notice that it is gone. */
const LONGEST_LEFTOVER_MS = 15_000;

/** Starts the server and waits until it accepts connections. `hba` replaces who may connect how. */
export async function launchServer(server: Server, hba?: string): Promise<ChildProcess> {
  const until = performance.now() + LONGEST_LEFTOVER_MS;
  for (;;) {
    const before = logSize(server.logFile);
    const child = await spawnServer(server, hba);
    if (await isReady(child, server)) return child;
    const output = readFileSync(server.logFile).subarray(before).toString("utf8");
    const leftover = /pre-existing shared memory block|is another postmaster/i.test(output);
    if (!leftover || performance.now() > until)
      throw explainOutput("Starting PostgreSQL", output, server.cluster);
    await sleep(200);
  }
}

async function spawnServer(server: Server, hba: string | undefined): Promise<ChildProcess> {
  const { directory, port } = server.endpoint;
  const settings = {
    ...SETTINGS,
    ...server.settings,
    listen_addresses: directory ? "" : "127.0.0.1",
    unix_socket_directories: directory ?? "",
    port: String(port),
    ...(hba && { hba_file: hba }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openSync(server.logFile, "a", 0o600);
  try {
    // In a group of its own: a Ctrl-C is meant for the program, which still needs its database to finish.
    return await spawnProgram(server.binaries.postgres, ["-D", server.cluster, ...args], server.account, {
      output: log,
      ownGroup: true,
    });
  } finally {
    closeSync(log);
  }
}

/** False when the server ended instead. */
async function isReady(child: ChildProcess, server: Server): Promise<boolean> {
  const began = performance.now();
  let told = false;
  while (child.exitCode === null && child.signalCode === null) {
    const file = readServerFile(server.cluster);
    if (file?.pid === child.pid && file?.ready) return true;
    const waited = performance.now() - began;
    if (waited > 5_000 && !told) {
      told = true;
      server.say("PostgreSQL is recovering from a crash; this can take a while.");
    }
    if (waited > LONGEST_RECOVERY_MS) {
      await stopServer(child.pid as number, server.binaries);
      throw new EmbeddedPostgresError(
        `PostgreSQL did not become ready in ten minutes: see ${server.logFile}.`,
      );
    }
    await sleep(10);
  }
  return false;
}
