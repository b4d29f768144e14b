import { stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import type pg from "pg";
import type { BackupState } from "#core/admin/stats.ts";
import { type BackupConfig, toBackupBucket } from "#server/config-backup.ts";
import { StartError } from "#server/platform/start-error.ts";
import { createS3Folder } from "./s3-folder.ts";
import { CHECK_TIMEOUT_MS, ensureBackupFolder, withFolderTimeout } from "./scheduled-files.ts";

const CHECK_EVERY_MINUTES = 15;
/** When the job checks whether a backup is due. */
export const BACKUP_CRON = `*/${CHECK_EVERY_MINUTES} * * * *`;

export type BackupDestination = Pick<BackupConfig, "folder" | "connection">;

export interface LastBackup {
  readonly endedAt: Date;
  readonly size: number;
  readonly isEncrypted: boolean;
  /** The backup's path or s3:// URL. Null for backups made by an earlier version. */
  readonly file: string | null;
  readonly host: string | null;
  readonly state: BackupState;
}

export interface BackupStatus {
  /** The newest backup that is known to exist. If none is, the newest one recorded. */
  readonly last: LastBackup | null;
  /** Why scheduled backups can't run; null if they can or are turned off. */
  readonly problem: string | null;
  /** When the job makes the first backup; null if one is recorded, or scheduled backups can't run or are turned off. */
  readonly firstDueAt: Date | null;
}

export async function readBackupStatus(pool: pg.Pool, destination: BackupDestination, now: Date) {
  const [last, problem] = await Promise.all([
    findLastBackup(pool, destination),
    findFolderProblem(destination),
  ]);
  const isFirstDue = last === null && problem === null && destination.folder !== null;
  const intervalMs = CHECK_EVERY_MINUTES * 60_000;
  const nextRun = new Date((Math.floor(now.getTime() / intervalMs) + 1) * intervalMs);
  return { last, problem, firstDueAt: isFirstDue ? nextRun : null };
}

/**
 * Returns why BACKUP_DIR can't be used, or null if there is no problem. Creates the folder if it is missing. In a
 * bucket, checks only whether the backups can be listed, not whether new ones can be written.
 */
export async function findFolderProblem({ folder, connection }: BackupDestination): Promise<string | null> {
  if (folder === null) return null;
  const bucket = toBackupBucket(folder, { connection });
  try {
    if (bucket) await createS3Folder(bucket).list(AbortSignal.timeout(CHECK_TIMEOUT_MS));
    else await ensureBackupFolder(folder);
    return null;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

/**
 * Returns when the last successful scheduled backup was started. Skips backups that are known to be gone. "Last" is the
 * one recorded last, because the clock may have been wrong.
 */
export async function findLastScheduledStart(
  pool: pg.Pool,
  destination: BackupDestination,
): Promise<Date | null> {
  const { rows } = await pool.query<{ started_at: Date; file: string | null; host: string | null }>(
    "select started_at, file, host from public.backups where is_scheduled and error is null order by id desc",
  );
  const readState = createStateReader(destination);
  for (const row of rows) if ((await readState(row)) !== "missing") return row.started_at;
  return null;
}

async function findLastBackup(pool: pg.Pool, destination: BackupDestination): Promise<LastBackup | null> {
  const { rows } = await pool.query<Omit<LastBackup, "state">>(
    `select ended_at as "endedAt", size::float8 as size, is_encrypted as "isEncrypted", file, host
     from public.backups where error is null order by id desc`,
  );
  const readState = createStateReader(destination);
  let newestBackup: LastBackup | null = null;
  for (const row of rows) {
    const backup = { ...row, state: await readState(row) };
    if (backup.state === "present") return backup;
    newestBackup ??= backup;
  }
  return newestBackup;
}

/** Returns a function that checks whether a backup still exists. It lists the bucket at most once. */
function createStateReader({ folder, connection }: BackupDestination) {
  const bucket = folder === null ? null : toBackupBucket(folder, { connection });
  let namesInBucket: Promise<ReadonlySet<string> | null> | undefined;
  return async ({ file, host }: Pick<LastBackup, "file" | "host">): Promise<BackupState> => {
    if (file === null) return "elsewhere";
    if (file.startsWith("s3://")) {
      if (folder === null || !bucket || !file.startsWith(folder)) return "elsewhere";
      namesInBucket ??= createS3Folder(bucket)
        .list(AbortSignal.timeout(CHECK_TIMEOUT_MS))
        .then(
          (names) => new Set(names),
          () => null,
        );
      const names = await namesInBucket;
      if (names === null) return "elsewhere";
      return names.has(file.slice(folder.length)) ? "present" : "missing";
    }
    try {
      if ((await withFolderTimeout(dirname(file), () => stat(file))).isFile()) return "present";
    } catch (error) {
      if (error instanceof StartError) return "elsewhere";
    }
    return host === hostname() ? "missing" : "elsewhere";
  };
}
