import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCpuTime } from "../cpu-time.ts";
import { selectRows } from "../databases.ts";

/** What a site has used so far. */
export interface Costs {
  /** CPU time in ms of all programs, of PostgreSQL and of its replica. NaN for servers on other machines. */
  readonly programs: number;
  readonly database: number;
  readonly replica: number;
  /** Bytes that PostgreSQL has written to its log (WAL), and the size of the database. */
  readonly logged: number;
  readonly stored: number;
}

export async function readCosts(
  databaseUrl: string,
  replicaUrl: string | undefined,
  pids: readonly number[],
): Promise<Costs> {
  const [row] = await selectRows<{ folder: string; logged: string; stored: string }>(
    databaseUrl,
    `select current_setting('data_directory') as folder, pg_current_wal_lsn() - '0/0' as logged,
       pg_database_size(current_database()) as stored`,
  );
  return {
    programs: pids.map(readCpuTime).reduce((sum, time) => sum + time, 0),
    database: readServerTime(row?.folder ?? ""),
    replica: replicaUrl === undefined ? 0 : await readReplicaTime(replicaUrl),
    logged: Number(row?.logged),
    stored: Number(row?.stored),
  };
}

export const subtract = (after: Costs, before: Costs): Costs => ({
  programs: after.programs - before.programs,
  database: after.database - before.database,
  replica: after.replica - before.replica,
  logged: after.logged - before.logged,
  stored: after.stored - before.stored,
});

async function readReplicaTime(url: string): Promise<number> {
  const [row] = await selectRows<{ folder: string }>(
    url,
    "select current_setting('data_directory') as folder",
  );
  return readServerTime(row?.folder ?? "");
}

/** CPU time in ms of the PostgreSQL server with this data folder, including processes that have ended. */
function readServerTime(folder: string): number {
  try {
    const [postmaster = ""] = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .reduce((sum, pid) => sum + readTime(pid, postmaster), 0);
  } catch {
    return Number.NaN;
  }
}

/** The CPU time of the postmaster, including its ended children, or of a running child; 0 for any other process. */
function readTime(pid: string, postmaster: string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    if (pid !== postmaster && fields[1] !== postmaster) return 0;
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10;
  } catch {
    // The process has just ended.
    return 0;
  }
}
