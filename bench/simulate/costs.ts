import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCpuTime } from "../cpu-time.ts";
import { runStatement } from "../databases.ts";

/** What a site has used so far. */
export interface Costs {
  /**
   * CPU time in ms of all programs, of PostgreSQL and of its replica (0 without one). NaN for servers on other
   * machines.
   */
  readonly programsMs: number;
  readonly databaseMs: number;
  readonly replicaMs: number;
  /** Bytes that PostgreSQL has written to its log (WAL). */
  readonly walBytes: number;
  /** Size of the database. */
  readonly databaseBytes: number;
}

export async function readCosts(
  databaseUrl: string,
  replicaUrl: string | undefined,
  pids: readonly number[],
): Promise<Costs> {
  const [row] = await runStatement<{ folder: string; wal_bytes: string; database_bytes: string }>(
    databaseUrl,
    `select current_setting('data_directory') as folder, pg_current_wal_lsn() - '0/0' as wal_bytes,
       pg_database_size(current_database()) as database_bytes`,
  );
  return {
    programsMs: pids.map(readCpuTime).reduce((sum, time) => sum + time, 0),
    databaseMs: readServerTime(row?.folder ?? ""),
    replicaMs: replicaUrl === undefined ? 0 : await readReplicaTime(replicaUrl),
    walBytes: Number(row?.wal_bytes),
    databaseBytes: Number(row?.database_bytes),
  };
}

export const subtract = (after: Costs, before: Costs): Costs => ({
  programsMs: after.programsMs - before.programsMs,
  databaseMs: after.databaseMs - before.databaseMs,
  replicaMs: after.replicaMs - before.replicaMs,
  walBytes: after.walBytes - before.walBytes,
  databaseBytes: after.databaseBytes - before.databaseBytes,
});

async function readReplicaTime(url: string): Promise<number> {
  const [row] = await runStatement<{ folder: string }>(
    url,
    "select current_setting('data_directory') as folder",
  );
  return readServerTime(row?.folder ?? "");
}

/** CPU time in ms of the PostgreSQL server with this data folder, including processes that have ended. */
function readServerTime(folder: string): number {
  try {
    const [postmasterPid = ""] = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .reduce((sum, pid) => sum + readProcessTime(pid, postmasterPid), 0);
  } catch {
    return Number.NaN;
  }
}

/** The CPU time of the postmaster, including its ended children, or of a running child; 0 for any other process. */
function readProcessTime(pid: string, postmasterPid: string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    if (pid !== postmasterPid && fields[1] !== postmasterPid) return 0;
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10;
  } catch {
    // The process has just ended.
    return 0;
  }
}
