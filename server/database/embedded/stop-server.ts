import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { argumentsOf, isAlive } from "./process-identity.ts";

/** Ends a server: first in good order, then at once (the next start recovers), then by force. */
export async function stopServer(pid: number, binaries: Binaries, orderlyMs = 10_000): Promise<void> {
  for (const [name, limit] of [
    ["INT", orderlyMs],
    ["QUIT", 5_000],
    ["KILL", 5_000],
  ] as const) {
    if (!signalServer(pid, name, binaries)) return;
    const until = performance.now() + limit;
    while (performance.now() < until) {
      if (!isAlive(pid)) return;
      await sleep(10);
    }
  }
  throw new EmbeddedPostgresError(
    `The PostgreSQL process ${pid} does not end: end it by hand and start again.`,
  );
}

/** False when the process is gone. INT and QUIT are PostgreSQL's fast and immediate stop. */
function signalServer(pid: number, name: "INT" | "QUIT" | "KILL", binaries: Binaries): boolean {
  if (process.platform === "win32")
    return spawnSync(binaries.pgCtl, ["kill", name, String(pid)]).status === 0;
  try {
    return process.kill(pid, `SIG${name}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw new EmbeddedPostgresError(
      `The PostgreSQL process ${pid} belongs to another user: end it by hand and start again.`,
      { cause: error },
    );
  }
}

/** What the server wrote of itself into its folder (the format is PostgreSQL's own). */
export function readServerFile(
  cluster: string,
): { pid: number; port: number; directory: string; ready: boolean } | undefined {
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
 * A program that was killed leaves its server running, a machine that crashed leaves the server's file. Stops
 * the one and takes the harm out of the other. Answers the directory of the old socket.
 */
export async function clearLeftServer(
  cluster: string,
  binaries: Binaries,
  say: (line: string) => void,
): Promise<string | undefined> {
  const left = readServerFile(cluster);
  if (!left) return undefined;
  if (left.pid > 1 && isAlive(left.pid) && servesCluster(left.pid, cluster)) {
    say(`Stopping the PostgreSQL that an earlier program left running (process ${left.pid}).`);
    await stopServer(left.pid, binaries);
  }
  disownServerFile(cluster);
  return left.directory;
}

function servesCluster(pid: number, cluster: string): boolean {
  if (process.platform === "win32") return true;
  const args = argumentsOf(pid);
  if (!/postgres$/.test(args[0] ?? "")) return false;
  if (args.includes(cluster)) return true;
  try {
    // The data folder may have been moved under the running server.
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

/**
 * The number in the file may by now be another process's, and PostgreSQL would refuse to start because of it.
 * The file must stay: it leads PostgreSQL to the shared memory by which it sees children still at work. So only
 * the number is replaced, by ours: PostgreSQL knows that its parent is no server.
 */
function disownServerFile(cluster: string): void {
  const path = join(cluster, "postmaster.pid");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return;
  }
  writeFileSync(path, [String(process.pid), ...text.split("\n").slice(1)].join("\n"));
}
