import type pg from "pg";

export interface BackupRecord {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly isScheduled: boolean;
  readonly isEncrypted: boolean;
  /** In bytes; null if the backup failed. */
  readonly size: number | null;
  readonly error: string | null;
}

const KEPT = 100;

/** Records a completed or failed backup. Does nothing if the database doesn't have the table `backups` yet. */
export async function recordBackup(pool: pg.Pool, record: BackupRecord): Promise<void> {
  const { rows } = await pool.query<{ has_table: boolean }>(
    "select to_regclass('public.backups') is not null as has_table",
  );
  if (!rows[0]?.has_table) return;
  const { startedAt, endedAt, isScheduled, isEncrypted, size, error } = record;
  await pool.query(
    `insert into public.backups (started_at, ended_at, is_scheduled, is_encrypted, size, error)
     values ($1, $2, $3, $4, $5, $6)`,
    [startedAt, endedAt, isScheduled, isEncrypted, size, error === null ? null : error.slice(0, 1000)],
  );
  await pool.query(
    "delete from public.backups where id <= (select id from public.backups order by id desc offset $1 limit 1)",
    [KEPT],
  );
}

/** Returns the start time of the last successful scheduled backup. */
export async function readLastScheduled(pool: pg.Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ started_at: Date | null }>(
    "select max(started_at) as started_at from public.backups where is_scheduled and error is null",
  );
  return rows[0]?.started_at ?? null;
}
