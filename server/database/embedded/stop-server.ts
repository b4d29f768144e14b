import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { isAlive, readArguments } from "./process-identity.ts";

/** Stops a server: tries a fast shutdown, then an immediate one (the next start recovers), then kills it. */
export async function stopServer(pid: number, binaries: Binaries, gracefulMs = 10_000): Promise<void> {
  for (const [name, limitMs] of [
    ["INT", gracefulMs],
    ["QUIT", 5_000],
    ["KILL", 5_000],
  ] as const) {
    if (!signalServer(pid, name, binaries)) return;
    const deadline = performance.now() + limitMs;
    while (performance.now() < deadline) {
      if (!isAlive(pid)) return;
      await sleep(10);
    }
  }
  throw new EmbeddedPostgresError(
    `The PostgreSQL process ${pid} didn't stop. Stop it manually and try again.`,
  );
}

/** Returns false if the process is gone. INT and QUIT are PostgreSQL's fast and immediate shutdown. */
function signalServer(pid: number, name: "INT" | "QUIT" | "KILL", binaries: Binaries): boolean {
  if (process.platform === "win32")
    return spawnSync(binaries.pgCtl, ["kill", name, String(pid)]).status === 0;
  try {
    return process.kill(pid, `SIG${name}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw new EmbeddedPostgresError(
      `The PostgreSQL process ${pid} belongs to another user. Stop it manually and try again.`,
      { cause: error },
    );
  }
}

/** Reads postmaster.pid, which PostgreSQL writes while it runs; undefined if it can't be read. */
export function readServerFile(cluster: string) {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return {
      pid: Number.parseInt(lines[0] ?? "", 10) || 0,
      port: Number.parseInt(lines[3] ?? "", 10) || 0,
      directory: lines[4] ?? "",
      ready: lines[7]?.trim() === "ready",
    };
  } catch {
    return undefined;
  }
}

/**
 * Stops a server that a killed process left behind. Makes its pid file harmless, even if the machine crashed and there
 * is no server to stop. Returns the directory of its socket.
 */
export async function clearLeftoverServer(
  cluster: string,
  binaries: Binaries,
  print: (line: string) => void,
): Promise<string | undefined> {
  const leftover = readServerFile(cluster);
  if (!leftover) return undefined;
  if (leftover.pid > 1 && isAlive(leftover.pid) && isServingCluster(leftover.pid, cluster)) {
    print(`Stopping a PostgreSQL server that an earlier run left behind (process ${leftover.pid}).`);
    await stopServer(leftover.pid, binaries);
  }
  claimServerFile(cluster);
  return leftover.directory;
}

/** Whether the process is a PostgreSQL server of this cluster: its ID may have been reused by another process. */
function isServingCluster(pid: number, cluster: string): boolean {
  if (process.platform === "win32") return true;
  const args = readArguments(pid);
  if (!/postgres$/.test(args[0] ?? "")) return false;
  if (args.includes(cluster)) return true;
  try {
    // The data folder may have been moved while the server was running.
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

/**
 * Changes the process ID in the server's file to ours. PostgreSQL refuses to start if that ID belongs to a running
 * process other than its parent, and this process is its parent. The file must remain, because its shared memory ID
 * shows whether children of the old server are still running.
 */
function claimServerFile(cluster: string): void {
  const path = join(cluster, "postmaster.pid");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return;
  }
  writeFileSync(path, [String(process.pid), ...text.split("\n").slice(1)].join("\n"));
}
