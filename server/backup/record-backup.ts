import { hostname } from "node:os";
import type pg from "pg";

export interface BackupRecord {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly isScheduled: boolean;
  readonly isEncrypted: boolean;
  /** In bytes; null if the backup failed. */
  readonly size: number | null;
  readonly error: string | null;
  /** The backup's path or s3:// URL. */
  readonly file: string;
}

const RECORDS_MAX = 100;

/**
 * Records a backup or its failure. Also works on an earlier version's database, where `backups` may have fewer columns
 * or not exist.
 */
export async function recordBackup(pool: pg.Pool, record: BackupRecord): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'backups'",
  );
  if (rows.length === 0) return;
  const { startedAt, endedAt, isScheduled, isEncrypted, size, error, file } = record;
  const values: Record<string, unknown> = {
    started_at: startedAt,
    ended_at: endedAt,
    is_scheduled: isScheduled,
    is_encrypted: isEncrypted,
    size,
    error: error === null ? null : error.slice(0, 1000),
    file,
    host: file.startsWith("s3://") ? null : hostname(),
  };
  const columns = Object.keys(values).filter((column) => rows.some(({ name }) => name === column));
  await pool.query(
    `insert into public.backups (${columns.join(", ")}) values (${columns.map((_, index) => `$${index + 1}`).join(", ")})`,
    columns.map((column) => values[column]),
  );
  await pool.query(
    "delete from public.backups where id <= (select id from public.backups order by id desc offset $1 limit 1)",
    [RECORDS_MAX],
  );
}
