import type { ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import type { Endpoint } from "./endpoint.ts";
import { EmbeddedPostgresError, explainOutput } from "./errors.ts";
import { getLogSize } from "./log-file.ts";
import { spawnProgram } from "./run-program.ts";
import { readServerFile, stopServer } from "./stop-server.ts";

export interface Server {
  account: Account;
  binaries: Binaries;
  cluster: string;
  endpoint: Endpoint;
  logFile: string;
  print: (line: string) => void;
  /** Overrides the defaults below. */
  settings: Readonly<Record<string, string>>;
}

/** Passed on every start, so that the cluster's configuration file can't override them. */
const SETTINGS = {
  max_connections: "120",
  shared_buffers: "128MB",
  random_page_cost: "1.1",
  jit: "off",
  // With few cores, one parallel query would make the others wait.
  // ("gather" is PostgreSQL's own name. For check-words.ts: retired word on purpose.)
  max_parallel_workers_per_gather: "0",
  // A confirmed write must be on disk.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  // Replication is off.
  wal_level: "minimal",
  max_wal_senders: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  logging_collector: "off",
  log_destination: "stderr",
  // The program logs failed statements itself, without their values.
  log_min_messages: "log",
  log_checkpoints: "off",
  unix_socket_permissions: "0700",
};

/** How long a start may take. Long, because recovery after a crash must be able to finish. */
const START_MAX_MS = 10 * 60_000;
/** How long child processes of a killed server may take to exit. */
const LEFTOVER_MAX_MS = 15_000;

/** Starts the server and waits until it accepts connections. The file `hba` replaces the authentication settings. */
export async function launchServer(server: Server, hba?: string): Promise<ChildProcess> {
  const deadline = performance.now() + LEFTOVER_MAX_MS;
  for (;;) {
    const logSizeBefore = getLogSize(server.logFile);
    const child = await spawnServer(server, hba);
    if (await waitUntilReady(child, server)) return child;
    const output = readFileSync(server.logFile).subarray(logSizeBefore).toString("utf8");
    const hasLeftover = /pre-existing shared memory block|is another postmaster/i.test(output);
    if (!hasLeftover || performance.now() > deadline)
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
    // In its own process group: Ctrl-C is meant for the program, which still needs the database while it shuts down.
    return await spawnProgram(server.binaries.postgres, ["-D", server.cluster, ...args], server.account, {
      output: log,
      hasOwnGroup: true,
    });
  } finally {
    closeSync(log);
  }
}

/** Waits until the server is ready. Returns false if it exited instead. */
async function waitUntilReady(child: ChildProcess, server: Server): Promise<boolean> {
  const startedAt = performance.now();
  let hasReported = false;
  while (child.exitCode === null && child.signalCode === null) {
    const file = readServerFile(server.cluster);
    if (file?.pid === child.pid && file?.ready) return true;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > 5_000 && !hasReported) {
      hasReported = true;
      server.print("PostgreSQL is still starting. After a crash, this can take a while.");
    }
    if (waitedMs > START_MAX_MS) {
      await stopServer(child.pid as number, server.binaries);
      throw new EmbeddedPostgresError(
        `PostgreSQL did not become ready within ten minutes. See ${server.logFile}.`,
      );
    }
    await sleep(10);
  }
  return false;
}
