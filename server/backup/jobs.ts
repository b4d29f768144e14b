import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import type { Clock } from "#server/platform/clock.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import { ROOT } from "#server/platform/root.ts";
import { BACKUP_CRON, type BackupDestination, findLastScheduledStart } from "./read-status.ts";

const COMMAND = join(ROOT, "scripts", "backup.ts");
/** Higher than the server's niceness, so that requests are handled first. */
const BACKUP_NICENESS = 10;
const HOUR_MS = 3_600_000;
const OUTPUT_MAX = 1000;

export interface BackupJobDeps {
  readonly database: { readonly pool: pg.Pool };
  readonly clock: Clock;
  readonly destination: BackupDestination;
  readonly everyHours: number;
  /** Makes a backup. Default: runs the backup command in a separate process. */
  readonly run?: (signal: AbortSignal) => Promise<void>;
}

/**
 * Adds the job for scheduled backups. If several instances share the database, one of them makes each backup. A failed
 * backup is retried within 15 minutes.
 */
export function addBackupJob(
  { database, clock, destination, everyHours, run = runCommand }: BackupJobDeps,
  jobs: Pick<Jobs, "add">,
): void {
  jobs.add({
    name: "backup",
    cron: BACKUP_CRON,
    timeoutSeconds: 12 * 3600,
    async run(_data, signal) {
      const lastStartedAt = await findLastScheduledStart(database.pool, destination);
      // A backup can be in the future if the clock was wrong. It must not postpone the next one.
      if (
        lastStartedAt === null ||
        Math.abs(clock.now().getTime() - lastStartedAt.getTime()) >= everyHours * HOUR_MS
      )
        await run(signal);
    },
  });
}

/**
 * Runs the backup command in a separate process, because compression and encryption would slow down requests and use
 * this process's memory.
 */
async function runCommand(signal: AbortSignal): Promise<void> {
  // Passes on only `--import`, not flags that limit this process's memory.
  const imports = process.execArgv.filter((_argument, index, all) =>
    [all[index], all[index - 1]].some((argument) => argument === "--import"),
  );
  const child = spawn(process.execPath, [...imports, COMMAND], { stdio: ["ignore", "ignore", "pipe"] });
  if (child.pid !== undefined) lowerPriority(child.pid);
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop);
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = `${output}${text}`.slice(-OUTPUT_MAX);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (code !== 0 && !signal.aborted)
      throw new Error(output.trim() || "the backup command ended unexpectedly");
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, BACKUP_NICENESS);
  } catch {
    // The process may have ended already.
  }
}
